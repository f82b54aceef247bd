import { actingSeat } from "./acting";
import type { Can, Guide, Hinted, Looked, ViewMessage, Waiting } from "../wire.gen";
import { Clocks } from "./clocks.svelte";
import { has, t, text } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import { Queue } from "./queue.svelte";
import { ask } from "./ask.svelte";
import { Stage } from "./stage";
import type { ShellKey } from "./text-keys";
import { Waits } from "./waits.svelte";
import {
  happenings,
  type Actor,
  type AnyGame,
  type Ending,
  type Happening,
  type Options,
  type Origin,
  type Sitter,
} from "./types";
import type { Facts } from "./words";

/** What a seat may ask for; the live socket and the bench each answer it. */
export type Wish =
  | { type: "steps" | "look"; steps: string[] }
  | {
      type: "throw" | "read" | "undo" | "withdraw" | "finish" | "resign" | "shown" | "hurry";
    };

/** Who answers a desk. Rejects with Refused, or with anything else if nobody can be reached. */
export interface Answerer {
  ask(seat: number, v: number, wish: Wish): Promise<Looked | null>;
}

/** A refusal from the server: a code, a sentence in the page's language, maybe a clause. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly clause = "",
    readonly facts: Facts = {},
  ) {
    super(message);
  }
}

const NOTHING: Can = {
  act: false,
  throw: false,
  undo: false,
  finish: false,
  withdraw: false,
  resign: false,
};

/** The hooks as the desk calls them, whatever the game. */
type PlainHooks = Record<string, ((event: unknown, stage: unknown) => unknown) | undefined>;

/**
 * One game on the table, as one seat sees it. Boards read `view` and `legal`, and call `send`;
 * `view` is what is shown now and may be behind the truth while a happening is played.
 */
export class Desk<G extends AnyGame = AnyGame> {
  slug: string;
  title = $state("");
  /** The seat whose view this is; null for a spectator. */
  seat = $state<number | null>(null);
  seats = $state.raw<Sitter[]>([]);
  options = $state.raw<Options>({});
  /** Which numbers of a happening are seats: the game's `seat_slots`. */
  seatSlots = $state.raw<string[]>([]);
  /** Whether a seat's own hand throws in this game. */
  throws = $state(true);
  view = $state.raw<G["view"]>() as G["view"];
  legal = $state.raw<G["step"][]>([]);
  waiting = $state.raw<Waiting>({ kind: "chance", seats: [], ready: [], due: null, hand: null });
  can = $state.raw<Can>(NOTHING);
  /** This seat's own sealed choice while others think. */
  held = $state<string | null>(null);
  /** A guided game's word for this moment. */
  guide = $state.raw<Guide | null>(null);
  match = $state(1);
  v = $state(0);
  n = $state(0);
  sending = $state(false);
  /** All that happened so far, oldest first, for the log. */
  story = $state.raw<Happening<G>[]>([]);
  /** Lines for the screen reader. */
  spoken = $state.raw<string[]>([]);
  /** Clause the rules should open on; "" closes them, "*" opens them at the top. */
  clause = $state("");
  /** The menu of the table is open. */
  menu = $state(false);
  /** Where this game comes from: a moment of another one, or the challenge of a day. */
  origin = $state.raw<Origin | null>(null);
  /** The line is down: nothing can be sent. */
  down = $state(false);
  /** Why advice may be had here: alone with bots, or all agreed; "" where it may not be. */
  hints = $state<"" | "alone" | "agreed">("");
  /** This person wants advice with every choice. */
  advised = $state(false);
  /** The advice for one choice; of another version it says nothing any more. */
  advice = $state.raw<Hinted | null>(null);
  /** Steps to be outlined where nothing can be chosen: the better one of a review. */
  outlined = $state.raw<string[]>([]);

  /** What the others do: how fast it is shown, and what to tell of it afterwards. */
  readonly waits = new Waits();
  /** Everyone's clock, where the table has one. */
  readonly clocks = new Clocks();
  /** The version whose throw this page has thrown by itself. */
  #thrown = $state(-1);
  #hooks: PlainHooks = {};
  #stage: Stage | null = null;
  /** Grows whenever the truth is taken as it is: what was still being played is then out of date. */
  #era = 0;
  #queue = new Queue();
  #answerer: Answerer;

  constructor(slug: string, answerer: Answerer) {
    this.slug = slug;
    this.#answerer = answerer;
  }

  // ---- what boards ask

  /** True when this seat may choose now: its turn, nothing playing, nothing on its way. */
  get mine(): boolean {
    return this.can.act && this.legal.length > 0 && !this.playing && !this.sending && !this.down;
  }

  /** A happening is being played on the board. */
  get playing(): boolean {
    return this.#queue.running;
  }

  /** Who acts in the view that is shown. */
  get actor(): Actor {
    const { kind, seats } = this.waiting;
    return kind === "seat" ? (seats[0] ?? "chance") : kind;
  }

  get over(): boolean {
    return this.waiting.kind === "over";
  }

  /** The end of the game in exact scores; null before. */
  get ending(): Ending | null {
    const found = (this.view as { result?: Ending | null } | undefined)?.result;
    return this.over && found?.scores && found.ranks ? found : null;
  }

  /** Chance waits for the hand of this seat: offer a button that calls `throwNow`. */
  get toThrow(): boolean {
    return this.can.throw && !this.playing && !this.autoThrow;
  }

  /** The page is about to throw for this person, who wants it so. Never in a lesson. */
  get autoThrow(): boolean {
    return this.can.throw && prefs.auto && this.guide === null && this.#thrown !== this.v;
  }

  /** Others are at it, or what they did is still being shown. */
  get others(): boolean {
    if (this.seat === null || this.over) return false;
    return this.playing ? this.waits.showing : !this.can.act && !this.can.throw && !this.sending;
  }

  /** All people at this table sit at this device. */
  get alone(): boolean {
    return this.seats.every((one) => one.kind !== "person" || one.standIn || one.mine);
  }

  /** The steps a guided game asks for now. */
  get expected(): G["step"][] {
    return this.guide?.expected ?? [];
  }

  /**
   * The place of a step, or of one that fits, in the advice for this choice: 1, 2 or 3. A board puts
   * it on the step's target as `data-hint`; the shell draws it.
   */
  rank(step: G["step"]): number | undefined;
  rank(fits: (step: G["step"]) => boolean): number | undefined;
  rank(fits: G["step"] | ((step: G["step"]) => boolean)): number | undefined {
    const best = this.hinted;
    const at = best.findIndex((step) => (typeof fits === "string" ? step === fits : fits(step)));
    return at < 0 ? undefined : at + 1;
  }

  /** The steps that are advised now, the best first. */
  get hinted(): G["step"][] {
    if (this.outlined.length) return this.outlined;
    const { advice } = this;
    if (!this.advised || !this.mine || advice?.v !== this.v || advice.match !== this.match)
      return [];
    return advice.best.map((one) => one.step);
  }

  /** What is advised right after a step that is advised itself, the best first. */
  after(step: G["step"]): G["step"][] {
    const found = this.hinted.length ? this.advice?.best.find((one) => one.step === step) : null;
    return found?.then.map((one) => one.step) ?? [];
  }

  /** The thousandths of the victory a step promises, by the advice that stands. */
  promise(step: G["step"]): number | null {
    return this.hinted.length
      ? (this.advice?.best.find((o) => o.step === step)?.share ?? null)
      : null;
  }

  /** The sitter to act or to throw, else whose turn it is (`view.turn`); null if it is nobody's. */
  get acting(): Sitter | null {
    const turn = (this.view as { turn?: unknown } | undefined)?.turn;
    const seat = actingSeat(this.waiting, turn);
    return seat === null ? null : this.who(seat);
  }

  /** The sitter of a seat. */
  who(seat: number): Sitter {
    return (
      this.seats[seat] ?? {
        seat,
        name: `${seat + 1}`,
        kind: "open",
        level: "",
        colour: "rust",
        mine: false,
        here: false,
        standIn: false,
        resigned: false,
        ready: null,
      }
    );
  }

  /** The game's text of a key, without the slug: t("ask.place"). Falls back on the shell's. */
  t(key: G["key"] | ShellKey, facts: Facts = {}): string {
    const own = `${this.slug}.${key}`;
    return has(own) || !has(key) ? text(own, facts) : t(key, facts);
  }

  /** Facts that texts about a seat use: {name} and {me} as yes or no, or {to} and {to_me}. */
  about(seat: number, role = ""): Facts {
    const me = seat === this.seat ? "yes" : "no";
    const name = this.seats[seat]?.name ?? "";
    return role ? { [role]: name, [`${role}_me`]: me } : { name, me };
  }

  /** The line a happening makes in log and screen reader; "" if it makes none. */
  line(event: Happening): string {
    const own = `${this.slug}.event.${event.kind}`;
    const key = has(own) ? own : `${event.kind}`;
    if (!has(key)) return "";
    return t(key, { ...this.facts(event), ...this.about(event.seat) });
  }

  /** What a text may tell of an event, a step or a reason: seats and things by their names. */
  facts(told: Record<string, unknown>): Facts {
    const facts: Facts = { ...told } as Facts;
    for (const [name, value] of Object.entries(told)) {
      if (name === "seat" && "kind" in told) continue; // {name} and {me} tell it
      // Another seat named by an event is told by its name: {to} becomes a name, {to_me} yes or no.
      if (typeof value === "number" && this.seatSlots.includes(name)) {
        Object.assign(facts, this.about(value, name));
      } else if (typeof value === "number" && has(`${this.slug}.${name}.${value}`)) {
        // A number that stands for a thing is told by its name: the text of `SLUG.card.12`.
        facts[name] = text(`${this.slug}.${name}.${value}`);
      }
    }
    return facts;
  }

  /** Sends one choice: one or several steps, all or nothing. Tells the person if refused. */
  async send(...steps: G["step"][]): Promise<boolean> {
    const { v } = this;
    const sealed = this.waiting.kind === "sealed";
    this.waits.begin();
    const taken = await this.#ask({ type: "steps", steps });
    // A sealed choice is held back: no view comes before all of them are in.
    if (taken && sealed && v === this.v) this.#hold(steps[0] ?? null);
    return taken;
  }

  /** The view and legal steps after these unsent steps; null if they cannot be looked at. */
  async look(...steps: G["step"][]): Promise<{ view: G["view"]; legal: G["step"][] } | null> {
    try {
      const seen = await this.#answerer.ask(this.seat ?? 0, this.v, { type: "look", steps });
      return seen && { view: seen.view, legal: seen.legal };
    } catch {
      return null;
    }
  }

  /** Draws the chance that waits for this hand. */
  throwNow(): Promise<boolean> {
    this.waits.begin();
    return this.#ask({ type: "throw" });
  }

  /** In a guided game: the text that stands was read, what it told of may happen. */
  async read(): Promise<boolean> {
    const { guide } = this;
    const done = await this.#ask({ type: "read" });
    if (done && guide && this.guide === guide) this.guide = { ...guide, reading: false };
    return done;
  }

  /** The same, because this person wants the page to do it. */
  throwForThem() {
    if (!this.autoThrow || this.playing || this.sending || this.down) return;
    this.#thrown = this.v;
    this.waits.restart();
    void this.#ask({ type: "throw" });
  }

  /** Says that all was shown that came before this seat's own throw: its time may begin. */
  sayShown() {
    this.#mention("shown");
  }

  /** Bots need not wait for this person; with `jump` what they do is not shown but told. */
  hurry(jump: boolean) {
    if (jump) {
      this.waits.jump();
      this.skip();
    }
    this.#mention("hurry");
  }

  /** A word nobody waits for an answer to. */
  #mention(type: "shown" | "hurry") {
    void this.#answerer.ask(this.seat ?? 0, this.v, { type }).catch(() => {});
  }

  undo(): Promise<boolean> {
    return this.#ask({ type: "undo" });
  }

  /** Takes this seat's sealed choice back. */
  async withdraw(): Promise<boolean> {
    const { v } = this;
    const back = await this.#ask({ type: "withdraw" });
    if (back && v === this.v) this.#hold(null);
    return back;
  }

  #hold(choice: string | null) {
    this.held = choice;
    this.can = { ...this.can, withdraw: choice !== null };
  }

  finish(): Promise<boolean> {
    return this.#ask({ type: "finish" });
  }

  resign(): Promise<boolean> {
    return this.#ask({ type: "resign" });
  }

  /** Shows a clause of the rules. */
  rules(clause = "*") {
    this.clause = clause;
  }

  /** Says why something is refused, with its clause to open. */
  refuse(text: string, clause = "") {
    ask.tell(text, "plain", clause);
  }

  /** Registers the board's hooks by kind of happening; call it once, when the board is made. */
  animate(hooks: G["hooks"]) {
    this.#hooks = hooks as PlainHooks;
  }

  /** Hurries what is playing; a tap on the board does it. */
  skip() {
    this.#stage?.skip();
  }

  // ---- what the wire tells

  /** Takes the truth as it is, playing nothing: at the start, after a reload or a jump. */
  set(told: ViewMessage) {
    this.#era += 1;
    this.#queue.clear();
    this.skip();
    this.v = told.v;
    this.#take(told);
    this.waits.seen(this.#asked(told), this.seat);
  }

  /** Takes the story so far up to version v; what came after it stays. */
  remember(story: Happening<G>[], v: number) {
    const later = this.story.filter((event) => (event.v ?? 0) > v);
    this.story = [...story.filter((event) => (event.v ?? 0) <= v), ...later];
  }

  /** Takes a message in order: its happenings are played, then its view shows. */
  tell(told: ViewMessage) {
    this.v = told.v;
    this.can = NOTHING;
    this.legal = [];
    this.#queue.push((behind) => this.#play(told, behind));
  }

  /** Sealed choices: who is ready. */
  ready(seats: number[]) {
    this.waiting = { ...this.waiting, ready: seats };
  }

  // The version is the newest one heard of, set by `set` and `tell`: what is shown may be older.
  #take(told: ViewMessage) {
    this.view = told.view;
    this.match = told.match;
    this.n = told.n;
    this.seat = told.seat;
    this.waiting = told.waiting;
    this.legal = told.legal;
    this.can = told.can;
    this.held = told.held;
    this.guide = told.guide;
  }

  async #play(told: ViewMessage, behind: number) {
    const events = happenings<G>(told.events);
    const first = events[0];
    const doer = first !== undefined && first.seat >= 0 ? this.who(first.seat) : null;
    const own = doer !== null && doer.seat === this.seat;
    const speed = this.waits.speed(behind, own, doer?.kind === "bot" || (doer?.standIn ?? false));
    const era = this.#era;
    this.waits.show(events, own);
    const reveal = () => {
      if (era !== this.#era) return;
      this.#take(told);
      this.story = [...this.story, ...events];
    };
    const played = {
      events,
      asked: told.can.act && told.legal.length > 0,
      behind: () => this.#queue.behind,
    };
    const stage = new Stage(speed, prefs.still || document.hidden, reveal, played);
    if (document.hidden || this.waits.jumping || this.waits.enough(own)) stage.skip();
    this.#stage = stage;
    for (const event of events) {
      const line = this.line(event);
      if (line) this.spoken = [...this.spoken, line];
      try {
        await this.#hooks[event.kind]?.(event, stage);
      } catch (wrong) {
        // The view is the truth: a picture that fails must not stop the game.
        console.error(wrong);
      }
    }
    stage.show();
    this.#stage = null;
    if (this.waits.jumping) await this.waits.beat();
    if (era === this.#era) this.waits.seen(this.#asked(told), this.seat);
  }

  /** Whether something is asked of this seat, or nothing will be any more. */
  #asked(told: ViewMessage): boolean {
    return told.can.act || told.can.throw || told.waiting.kind === "over";
  }

  async #ask(wish: Wish): Promise<boolean> {
    if (this.sending) return false;
    this.sending = true;
    try {
      await this.#answerer.ask(this.seat ?? 0, this.v, wish);
      return true;
    } catch (wrong) {
      if (!(wrong instanceof Refused)) ask.tell(t("error.offline"), "bad");
      else if (wrong.code !== "stale") ask.tell(wrong.message, "bad", wrong.clause);
      return false;
    } finally {
      this.sending = false;
    }
  }
}

/** A desk of whichever game; boards type theirs as Desk<Game>. */
export type AnyDesk = Desk;
