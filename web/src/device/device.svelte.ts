import { root } from "../net/base-url";
import type { Asked, Told } from "./messages";

interface Answer {
  status: number;
  text: string;
}

/** A line to a table of this device: as much of a WebSocket as the page uses. */
export class DeviceLine {
  readyState: number = WebSocket.CONNECTING;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(
    readonly id: number,
    readonly tell: (told: Asked) => void,
  ) {}

  send(text: string) {
    this.tell({ kind: "say", id: this.id, text });
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.tell({ kind: "hang", id: this.id });
    this.ended();
  }

  said(text: string) {
    this.readyState = WebSocket.OPEN;
    this.onmessage?.({ data: text });
  }

  ended() {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }
}

/** The same tab after a reload: its bots go on at once. */
function tab(): string {
  try {
    const kept = sessionStorage.getItem("filon.tab") ?? crypto.randomUUID();
    sessionStorage.setItem("filon.tab", kept);
    return kept;
  } catch {
    return String(Math.random());
  }
}

/** Python in this browser: fetched once it is asked for, or ahead of that on a page without server. */
class Device {
  state = $state<"absent" | "loading" | "ready" | "failed">("absent");
  /** How much of it has come, up to 1. */
  share = $state(0);
  #worker: Worker | null = null;
  #next = 1;
  #asked = new Map<number, (answer: Answer) => void>();
  #waiting: (() => void)[] = [];
  #lines = new Map<number, DeviceLine>();

  /** Begins to load, if nobody has yet. */
  load() {
    if (this.#worker) return;
    this.state = "loading";
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = (event: MessageEvent<Told>) => this.#heard(event.data);
    this.#worker.onerror = () => this.#failed();
    this.#say({ kind: "open", base: root(), tab: tab() });
  }

  /** Settled once Python is there. */
  whenReady(): Promise<void> {
    this.load();
    if (this.state === "ready") return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** After a failure: once more from the beginning. */
  again() {
    this.#worker?.terminate();
    this.#worker = null;
    this.load();
  }

  /** A request as to a server. */
  ask(method: string, path: string, query: object, body: unknown): Promise<Answer> {
    return this.#answer((id) => ({
      kind: "ask",
      id,
      method,
      path,
      query: JSON.stringify(query),
      body: body === undefined ? "" : JSON.stringify(body),
    }));
  }

  /** Everything this device keeps, as JSON. */
  async everything(): Promise<string> {
    return (await this.#answer((id) => ({ kind: "export", id }))).text;
  }

  /** Nothing is kept any more. */
  async wipe(): Promise<void> {
    await this.#answer((id) => ({ kind: "wipe", id }));
  }

  line(table: string, query: object): DeviceLine {
    this.load();
    const line = new DeviceLine(this.#next++, (told) => this.#say(told));
    this.#lines.set(line.id, line);
    this.#say({ kind: "line", id: line.id, table, query: JSON.stringify(query) });
    return line;
  }

  #answer(message: (id: number) => Asked): Promise<Answer> {
    this.load();
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      this.#say(message(id));
    });
  }

  #say(told: Asked) {
    this.#worker?.postMessage(told);
  }

  #failed() {
    this.state = "failed";
    for (const resolve of this.#asked.values()) resolve({ status: 503, text: "" });
    this.#asked.clear();
    for (const line of this.#lines.values()) line.ended();
    this.#lines.clear();
  }

  #heard(told: Told) {
    switch (told.kind) {
      case "loading":
        this.share = told.share;
        return;
      case "ready":
        this.share = 1;
        this.state = "ready";
        for (const resolve of this.#waiting.splice(0)) resolve();
        return;
      case "failed":
        console.error(told.why);
        return this.#failed();
      case "answer":
        this.#asked.get(told.id)?.({ status: told.status, text: told.text });
        this.#asked.delete(told.id);
        return;
      case "said":
        return this.#lines.get(told.id)?.said(told.text);
      case "hung":
        this.#lines.get(told.id)?.ended();
        this.#lines.delete(told.id);
        return;
    }
  }
}

export const device = new Device();
