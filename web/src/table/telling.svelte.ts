import { prefs } from "../window/prefs.svelte";
import { Queue } from "./queue.svelte";
import { Stage } from "./stage";
import { happenings, type AnyGame, type Happening, type Sitter } from "./types";
import { Waits } from "./pace.svelte";
import type { ViewMessage } from "../wire.gen";

/** The hooks as they are called, whatever the game. */
type PlainHooks = Record<string, ((event: unknown, stage: unknown) => unknown) | undefined>;

/** What the telling needs of its desk. */
interface Shown {
  /** The seat whose view is shown. */
  shown(): number | null;
  who(seat: number): Sitter;
  line(event: Happening): string;
  /** Shows the view of a message. */
  take(message: ViewMessage): void;
}

/** Plays messages in order: their events by the board's hooks, then their view. */
export class Telling<G extends AnyGame> {
  /** All that happened so far, oldest first, for the log. */
  story = $state.raw<Happening<G>[]>([]);
  /** Lines for the screen reader. */
  spoken = $state.raw<string[]>([]);
  /** What the others do: how fast it is shown, and what to tell of it afterwards. */
  readonly waits = new Waits();

  readonly #desk: Shown;
  #hooks: PlainHooks = {};
  #stage: Stage | null = null;
  /** Incremented by `clear`: messages played under an older number no longer show their view. */
  #era = 0;
  #queue = new Queue();

  constructor(desk: Shown) {
    this.#desk = desk;
  }

  /** A message is being played. */
  get playing(): boolean {
    return this.#queue.running;
  }

  animate(hooks: G["hooks"]) {
    this.#hooks = hooks as PlainHooks;
  }

  /** Hurries what is playing. */
  skip() {
    this.#stage?.skip();
  }

  /** Drops what is playing or waits to be played: a newer view shows at once. */
  clear() {
    this.#era += 1;
    this.#queue.clear();
    this.skip();
  }

  /** Takes the story so far up to version v; what came after it stays. */
  remember(story: Happening[], v: number) {
    const later = this.story.filter((event) => (event.v ?? 0) > v);
    this.story = [...story.filter((event) => (event.v ?? 0) <= v), ...later];
  }

  push(message: ViewMessage) {
    this.#queue.push((behind) => this.#play(message, behind));
  }

  async #play(message: ViewMessage, behind: number) {
    const events = happenings<G>(message.events);
    const first = events[0];
    const doer = first !== undefined && first.seat >= 0 ? this.#desk.who(first.seat) : null;
    const own = doer !== null && doer.seat === this.#desk.shown();
    const speed = this.waits.speed(behind, own, doer?.kind === "bot" || (doer?.standIn ?? false));
    const era = this.#era;
    this.waits.show(events, own);
    const reveal = () => {
      if (era !== this.#era) return;
      this.#desk.take(message);
      this.story = [...this.story, ...events];
    };
    const played = {
      events,
      asked: message.can.act && message.legal.length > 0,
      behind: () => this.#queue.behind,
    };
    const stage = new Stage(speed, prefs.still || document.hidden, reveal, played);
    if (document.hidden || this.waits.jumping || this.waits.enough(own)) stage.skip();
    this.#stage = stage;
    for (const event of events) {
      const line = this.#desk.line(event);
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
    if (era === this.#era) this.waits.seen(asked(message), this.#desk.shown());
  }
}

/** Whether a message asks something of this seat, or nothing will be asked any more. */
export function asked(message: ViewMessage): boolean {
  return message.can.act || message.can.throw || message.waiting.kind === "over";
}
