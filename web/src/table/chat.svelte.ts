import type { Say, TableInfo, Talk, Word } from "../wire.gen";
import { t } from "../words/i18n.svelte";

export const EMOTES = [
  "eureka",
  "hat",
  "luck",
  "dig",
  "boom",
  "mule",
  "empty",
  "coffee",
  "watch",
  "idea",
  "ouch",
  "party",
] as const;
export type Emote = (typeof EMOTES)[number];

/** How long what was said stands at its seat, in milliseconds. */
const STANDS = 5_000;
const KEY = "filon.muted";

/** What a seat has just said. */
export interface Reaction {
  key: number;
  kind: Word["kind"];
  text: string;
}

type Wish = Pick<Say, "text" | "emote">;

/** What an emote says in words; the name of one this page does not know stays as it is. */
export const emoteName = (text: string) => (isEmote(text) ? t(`shell.emote.${text}`) : text);
const isEmote = (text: string): text is (typeof EMOTES)[number] =>
  (EMOTES as readonly string[]).includes(text);

/** What people say at one table: the words, whom this device does not hear, and what is new. */
export class Chat {
  words = $state.raw<Word[]>([]);
  allowed = $state<NonNullable<TableInfo["talk"]>>("all");
  /** Somebody else can hear: people at other devices. */
  company = $state(false);
  /** The tab is open; what comes in is read. */
  shown = $state(false);
  /** The field for a line should take the next key: asked for by the person, never by itself. */
  wanted = $state(0);
  muted = $state.raw<number[]>([]);
  /** What stands at the seats now. */
  reactions = $state.raw<Record<number, Reaction>>({});
  #read = $state(0);
  #send: (wish: Wish) => Promise<unknown>;

  constructor(
    readonly table: string,
    send: (wish: Wish) => Promise<unknown>,
  ) {
    this.#send = send;
    this.muted = kept()[table] ?? [];
  }

  /** There is something to show: others are here, or words are left of them. */
  get on(): boolean {
    return this.allowed !== "off" && (this.company || this.words.length > 0);
  }

  /** What this device hears. */
  get heard(): Word[] {
    return this.words.filter((word) => !this.muted.includes(word.seat));
  }

  get unread(): number {
    return this.shown ? 0 : this.heard.filter((word) => word.n > this.#read).length;
  }

  /** Takes what was said; the words that are new and heard here. */
  hear(told: Talk, mine: number[]): Word[] {
    const last = this.words.at(-1)?.n ?? 0;
    const fresh = told.words.filter((word) => word.n > last);
    this.words = [...this.words, ...fresh].slice(-200);
    if (!told.live && last === 0) this.#read = this.words.at(-1)?.n ?? 0;
    if (this.shown) this.read();
    if (!told.live) return [];
    const heard = fresh.filter((word) => !this.muted.includes(word.seat));
    for (const word of heard) this.#stand(word);
    return heard.filter((word) => !mine.includes(word.seat));
  }

  /** All of it was seen. */
  read() {
    this.#read = this.words.at(-1)?.n ?? 0;
  }

  open() {
    this.shown = true;
    this.read();
  }

  close() {
    this.shown = false;
    this.read();
  }

  say(text: string) {
    return this.#send({ text });
  }

  react(emote: Emote) {
    return this.#send({ emote });
  }

  /** Hears a seat no more, or again; only this device knows. */
  mute(seat: number, silent: boolean) {
    this.muted = silent ? [...this.muted, seat] : this.muted.filter((one) => one !== seat);
    if (silent) this.#drop(seat);
    try {
      const all = Object.entries({ ...kept(), [this.table]: this.muted }).slice(-50);
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
    } catch {
      // Then until the page is left.
    }
  }

  #stand({ n, seat, kind, text }: Word) {
    this.reactions = { ...this.reactions, [seat]: { key: n, kind, text } };
    setTimeout(() => {
      if (this.reactions[seat]?.key === n) this.#drop(seat);
    }, STANDS);
  }

  #drop(seat: number) {
    this.reactions = Object.fromEntries(
      Object.entries(this.reactions).filter(([one]) => Number(one) !== seat),
    );
  }
}

function kept(): Record<string, number[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number[]>;
  } catch {
    return {};
  }
}
