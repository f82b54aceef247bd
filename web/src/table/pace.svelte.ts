import { prefs } from "../window/prefs.svelte";
import type { Happening } from "./types";

/** Milliseconds of what the others do, and from then on how fast it is shown: nobody waits long. */
const SPEEDS: [number, number][] = [
  [3500, 40],
  [2400, 16],
  [1500, 8],
  [700, 4],
];
/** After so long what is left is not shown one by one: the newest view stands there at once. */
const ENOUGH = { moving: 4200, still: 1000 };
const STEP = 40;
const LONGEST = 1200;

/** A person waits while others play: how fast that is shown, and what is told of it afterwards. */
export class Waits {
  /** What is being shown now is the doing of others. */
  showing = $state(false);
  /** The person wants to be at their turn: nothing is shown, all of it is told. */
  jumping = $state(false);
  /** What happened during a wait that was jumped, until the person's next choice; else null. */
  told = $state.raw<Happening[] | null>(null);

  /** A game seen again keeps this speed; null: as fast as the wait allows. */
  fixed: number | null = null;

  #events: Happening[] = [];
  #since = 0;
  #spent = 0;

  /** The person has acted: what was told is read, a new wait begins. */
  begin() {
    this.told = null;
    this.restart();
  }

  /** A new wait begins, after something the page did for the person. */
  restart() {
    this.#events = [];
    this.#since = 0;
  }

  jump() {
    this.jumping = true;
    this.#spent = 0;
  }

  /** How fast a happening is shown; `behind` more wait to be shown. */
  speed(behind: number, own: boolean, bot: boolean): number {
    if (this.fixed !== null) return this.fixed;
    if (own) return behind > 2 ? 4 : prefs.fast ? 2 : 1;
    this.#since ||= performance.now();
    const waited = performance.now() - this.#since;
    const long = SPEEDS.find(([from]) => waited > from)?.[1] ?? 0;
    return Math.max(long, behind > 6 ? 8 : behind > 2 ? 4 : bot ? 2 : 1, prefs.fast ? 8 : 1);
  }

  /** The others have been shown for so long that what is left of it is only told. */
  enough(own: boolean): boolean {
    if (own || this.fixed !== null || this.#since === 0) return false;
    const limit = prefs.still ? ENOUGH.still : ENOUGH.moving;
    return performance.now() - this.#since > limit;
  }

  /** These happenings are shown now. */
  show(events: Happening[], own: boolean) {
    this.showing = !own;
    this.#events.push(...events);
  }

  /** One beat between the steps of a jump; all of them together stay short. */
  async beat() {
    if (this.#spent >= LONGEST || document.hidden) return;
    this.#spent += STEP;
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }

  /** A view shows; if it asks something of this seat, the wait is over. */
  seen(asked: boolean, seat: number | null) {
    this.showing = false;
    if (!asked) return;
    const others = this.#events.filter((event) => event.seat >= 0 && event.seat !== seat);
    if (this.jumping && others.length) this.told = others;
    this.jumping = false;
  }
}
