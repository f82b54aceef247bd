// What the page and its worker say to each other.

/** From the page. */
export type Asked =
  | { kind: "open"; base: string; tab: string }
  | { kind: "ask"; id: number; method: string; path: string; query: string; body: string }
  | { kind: "line"; id: number; table: string; query: string }
  | { kind: "say"; id: number; text: string }
  | { kind: "hang"; id: number }
  | { kind: "export"; id: number }
  | { kind: "wipe"; id: number };

/** From the worker. */
export type Told =
  | { kind: "loading"; share: number }
  | { kind: "ready" }
  | { kind: "failed"; why: string }
  | { kind: "answer"; id: number; status: number; text: string }
  | { kind: "said"; id: number; text: string }
  | { kind: "hung"; id: number };
