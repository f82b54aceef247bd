import type { Happening } from "./types";

/** A message while it is played: its happenings, and what waits after it. */
export interface Played {
  events: readonly Happening[];
  /** What comes next is this person's own choice. */
  asked: boolean;
  /** How many messages wait by now. */
  behind: () => number;
}

/** So many messages behind, nobody wants to read any more. */
const FAR_BEHIND = 12;

/** Where a board plays one happening: durations, skipping, and the moment the new view shows. */
export class Stage {
  #done: () => void = () => {};
  readonly #skip = new Promise<void>((resolve) => (this.#done = resolve));
  readonly #running = new Set<Animation>();
  #shown = false;
  skipped = false;

  constructor(
    /** Divides every duration: 2 for computer players. */
    readonly speed: number,
    /** True when nothing may travel: only short fades. */
    readonly still: boolean,
    readonly reveal: () => void,
    /** The whole message that is played, for a hook that stages it as one scene. */
    readonly played: Played = { events: [], asked: false, behind: () => 0 },
  ) {}

  /** Shows the new view now; otherwise it shows when all hooks are done. */
  show() {
    if (this.#shown) return;
    this.#shown = true;
    this.reveal();
  }

  /** A duration as it should be here, in milliseconds. */
  ms(full: number): number {
    if (this.skipped) return 0;
    // Fades are short already; only what has gone on for long is hurried.
    return this.still ? Math.min(80, full) / Math.max(1, this.speed / 4) : full / this.speed;
  }

  /** Waits so long (scaled), or until somebody taps. */
  wait(full: number): Promise<void> {
    if (this.skipped) return Promise.resolve();
    const pause = new Promise<void>((resolve) => setTimeout(resolve, this.ms(full)));
    return Promise.race([pause, this.#skip]);
  }

  /**
   * Leaves a picture to be read, also with reduced motion; `null` waits for the person's tap. Cut
   * short when the page is behind.
   */
  async rest(full: number | null): Promise<void> {
    const end = full === null ? Infinity : performance.now() + full;
    while (!this.skipped && this.speed <= 2 && this.played.behind() < FAR_BEHIND) {
      const left = end - performance.now();
      if (left <= 0) return;
      const tick = new Promise<void>((resolve) => setTimeout(resolve, Math.min(100, left)));
      await Promise.race([tick, this.#skip]);
    }
  }

  /** Plays keyframes on an element; when nothing may travel it only fades in. */
  async run(
    element: Element | null | undefined,
    frames: Keyframe[],
    full: number,
    how: KeyframeAnimationOptions = {},
  ): Promise<void> {
    if (!element || this.skipped) return;
    const animation = element.animate(this.still ? [{ opacity: 0.3 }, { opacity: 1 }] : frames, {
      easing: "ease-out",
      ...how,
      delay: this.still ? 0 : Number(how.delay ?? 0) / this.speed,
      duration: this.ms(full),
    });
    this.#running.add(animation);
    try {
      await Promise.race([animation.finished, this.#skip]);
    } catch {
      // Cancelled: its element left the page.
    }
    if (this.skipped) animation.finish();
    this.#running.delete(animation);
  }

  skip() {
    this.skipped = true;
    for (const animation of this.#running) animation.finish();
    this.#done();
  }
}
