/** Plays things one after the other, never two at once; skipping hurries the present one. */
export class Queue<T> {
  #waiting: T[] = [];
  #running = $state(false);

  constructor(private readonly play: (item: T, behind: number) => Promise<void>) {}

  get running(): boolean {
    return this.#running;
  }

  push(item: T) {
    this.#waiting.push(item);
    if (!this.#running) void this.#run();
  }

  /** Drops what waits (after a reload of the truth). */
  clear() {
    this.#waiting = [];
  }

  async #run() {
    this.#running = true;
    try {
      for (let item = this.#waiting.shift(); item !== undefined; item = this.#waiting.shift()) {
        await this.play(item, this.#waiting.length);
      }
    } finally {
      this.#running = false;
    }
  }
}
