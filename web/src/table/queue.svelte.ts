/** One thing to play; it learns how many wait behind it. */
type Act = (behind: number) => Promise<void>;

/** Plays things one after the other, never two at once; skipping hurries the present one. */
export class Queue {
  #waiting: Act[] = [];
  #running = $state(false);

  get running(): boolean {
    return this.#running;
  }

  /** How many wait behind the present one. */
  get behind(): number {
    return this.#waiting.length;
  }

  push(act: Act) {
    this.#waiting.push(act);
    if (!this.#running) void this.#run();
  }

  /** Drops what waits (after a reload of the truth). */
  clear() {
    this.#waiting = [];
  }

  async #run() {
    this.#running = true;
    try {
      for (let act = this.#waiting.shift(); act; act = this.#waiting.shift()) {
        await act(this.#waiting.length);
      }
    } finally {
      this.#running = false;
    }
  }
}
