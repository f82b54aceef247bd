import { actingSeat } from "./acting";
import type { Can, Guide, Hinted, Looked, ViewMessage, Waiting } from "../wire.gen";
import { Clocks } from "./clocks.svelte";
import { t } from "../words/i18n.svelte";
import { prefs } from "../window/prefs.svelte";
import { Refused } from "../net/refused";
import { ask } from "../ui/dialogs.svelte";
import type { ShellKey } from "../words/text-keys";
import type { TableFacts } from "./table-facts";
import { asked, Telling } from "./telling.svelte";
import { Wording } from "./wording";
import type { Actor, AnyGame, Ending, Happening, Options, Origin, Sitter } from "./types";
import type { Facts } from "../words/grammar";

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

const NOTHING: Can = {
  act: false,
  throw: false,
  undo: false,
  finish: false,
  withdraw: false,
  resign: false,
};

/**
 * One game on the table, as one seat sees it. Boards read `view` and `legal`, and call `send`;
 * `view` is what is shown now and may be behind the truth while a happening is played.
 */
export class Desk<G extends AnyGame = AnyGame> {
  /** The seat whose view this is; null for a spectator. */
  seat = $state<number | null>(null);
  /** The seats of the table: names, colours, who is here. */
  readonly seats: Sitter[] = $derived.by(() => this.table.sitters(this.seat));
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
  /** Clause the rules should open on; "" closes them, "*" opens them at the top. */
  clause = $state("");
  /** The menu of the table is open. */
  menu = $state(false);
  /** The line is down: nothing can be sent. */
  down = $state(false);
  /** This person wants advice with every choice. */
  advised = $state(false);
  /** The advice for one choice; of another version it says nothing any more. */
  advice = $state.raw<Hinted | null>(null);
  /** Steps to be outlined where nothing can be chosen: the better one of a review. */
  outlined = $state.raw<string[]>([]);

  /** Everyone's clock, where the table has one. */
  readonly clocks = new Clocks();
  /** The version whose throw this page has thrown by itself. */
  #thrown = $state(-1);
  readonly #answerer: Answerer;
  readonly #words = new Wording<G>(this);
  readonly #telling = new Telling<G>({
    shown: () => this.seat,
    who: (seat) => this.who(seat),
    line: (event) => this.line(event),
    take: (message) => this.#take(message),
  });

  constructor(
    readonly table: TableFacts,
    answerer: Answerer,
  ) {
    this.#answerer = answerer;
  }

  // ---- what is known of the table

  get slug(): string {
    return this.table.slug;
  }
  get gameTitle(): string {
    return this.table.gameTitle;
  }
  get options(): Options {
    return this.table.options;
  }
  get seatSlots(): string[] {
    return this.table.seatSlots;
  }
  get throws(): boolean {
    return this.table.throws;
  }
  get hints(): TableFacts["hints"] {
    return this.table.hints;
  }
  get origin(): Origin | null {
    return this.table.origin;
  }

  // ---- what boards ask

  /** True when this seat may choose now: its turn, nothing playing, nothing on its way. */
  get mine(): boolean {
    return this.can.act && this.legal.length > 0 && !this.playing && !this.sending && !this.down;
  }

  /** A happening is being played on the board. */
  get playing(): boolean {
    return this.#telling.playing;
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

  // ---- words

  /** The game's text of a key, without the slug: t("ask.place"). Falls back on the shell's. */
  t(key: G["key"] | ShellKey, facts: Facts = {}): string {
    return this.#words.t(key, facts);
  }

  /** Facts that texts about a seat use: {name} and {me} as yes or no, or {to} and {to_me}. */
  about(seat: number, role = ""): Facts {
    return this.#words.about(seat, role);
  }

  /** The line a happening makes in log and screen reader; "" if it makes none. */
  line(event: Happening): string {
    return this.#words.line(event);
  }

  /** What a text may tell of an event, a step or a reason: seats and things by their names. */
  facts(named: Record<string, unknown>): Facts {
    return this.#words.facts(named);
  }

  // ---- what a person does

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

  // ---- what happens, told

  /** Registers the board's hooks by kind of happening; call it once, when the board is made. */
  animate(hooks: G["hooks"]) {
    this.#telling.animate(hooks);
  }

  /** Hurries what is playing; a tap on the board does it. */
  skip() {
    this.#telling.skip();
  }

  /** What the others do: how fast it is shown, and what to tell of it afterwards. */
  get waits() {
    return this.#telling.waits;
  }

  /** All that happened so far, oldest first, for the log. */
  get story(): Happening<G>[] {
    return this.#telling.story;
  }
  set story(story: Happening<G>[]) {
    this.#telling.story = story;
  }

  /** Lines for the screen reader. */
  get spoken(): string[] {
    return this.#telling.spoken;
  }

  /** Says a line to the screen reader. */
  say(line: string) {
    this.#telling.spoken = [...this.#telling.spoken, line];
  }

  // ---- what the wire tells

  /** Takes the truth as it is, playing nothing: at the start, after a reload or a jump. */
  set(message: ViewMessage) {
    this.#telling.clear();
    this.v = message.v;
    this.#take(message);
    this.waits.seen(asked(message), this.seat);
  }

  /** Takes the story so far up to version v; what came after it stays. */
  remember(story: Happening[], v: number) {
    this.#telling.remember(story, v);
  }

  /** Takes a message in order: its happenings are played, then its view shows. */
  tell(message: ViewMessage) {
    this.v = message.v;
    this.can = NOTHING;
    this.legal = [];
    this.#telling.push(message);
  }

  /** Sealed choices: who is ready. */
  ready(seats: number[]) {
    this.waiting = { ...this.waiting, ready: seats };
  }

  // The version is the newest one heard of, set by `set` and `tell`: what is shown may be older.
  #take(message: ViewMessage) {
    this.view = message.view;
    this.match = message.match;
    this.n = message.n;
    this.seat = message.seat;
    this.waiting = message.waiting;
    this.legal = message.legal;
    this.can = message.can;
    this.held = message.held;
    this.guide = message.guide;
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
