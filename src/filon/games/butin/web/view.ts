// What the engine shows of a game; every figure on the board comes from here.

export interface Territory {
  name: string;
  symbols: number;
  /** What lies on the symbols, in order: a seat's character, or null for a bare token. */
  row: (number | null)[];
  places: number;
  coins: number[];
  free: number;
  total: number;
  per_card: string;
  cards: number[];
  shares: string[];
}

export interface Figures {
  points: string;
  leads: boolean;
  hand: number;
  held: { territory: number; cards: number; share: string }[];
}

/** What a choice would change at once. */
export interface After {
  territory: number;
  total: number;
  per_card: string;
  hand: number;
  points: string[];
  gains: string[];
  shares: string[];
  free: number;
}

export interface Result {
  scores: string[];
  ranks: number[];
  lines: {
    territory: number;
    total: number;
    cards: number[];
    per_card: string;
    shares: string[];
  }[];
  unused: number[];
}

export interface View {
  players: number;
  scoring: "simple" | "advanced";
  phase: "first" | "draw" | "decide" | "put" | "over";
  turn: number | null;
  turns: number;
  of: number;
  token: {
    kind: "territory" | "wealth";
    name: string;
    territory: number | null;
    value: number | null;
  } | null;
  territories: Territory[];
  seats: Figures[];
  envelope: { all: number; tokens: number[]; wealth: { value: number; left: number }[] };
  aside: number;
  if: Record<string, After>;
  refused: { step: string; territory: number; clause: string }[];
  finish: string[] | null;
  result: Result | null;
}

/** The ring of each territory's tokens, in the order of the territories. */
export const RINGS: Record<string, string> = {
  plain: "#B98A2E",
  canyon: "#9C4527",
  forest: "#3F5A3C",
  meadow: "#6F7B2E",
  island: "#2F6F73",
  mexico: "#6A4A78",
};
