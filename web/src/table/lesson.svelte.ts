import type { AnyDesk } from "./desk.svelte";
import { has } from "../words/i18n.svelte";

/**
 * Where the reader of a guided game is. The table waits at every text until the reader goes on,
 * so nothing is ever said past them; earlier texts can be read again while the position stays.
 */
export class Lesson {
  #desk: AnyDesk;
  #shown = $state(0);

  constructor(desk: AnyDesk) {
    this.#desk = desk;
    let step = -1;
    $effect(() => {
      const { guide } = desk;
      if (!guide || guide.step === step) return;
      step = guide.step;
      this.#shown = Math.max(0, guide.at - Math.max(0, guide.fresh - 1));
    });
  }

  get on(): boolean {
    return this.#desk.guide !== null;
  }
  /** Every text of the lesson in its order, as keys. */
  get path(): string[] {
    return this.#desk.guide?.path ?? [];
  }
  /** The text that is shown, counted from 0. */
  get shown(): number {
    return Math.min(this.#shown, Math.max(0, this.last));
  }
  /** The newest text said. */
  get last(): number {
    return this.#desk.guide?.at ?? 0;
  }
  get key(): string {
    return this.path[this.shown] ?? "";
  }
  /** The lesson is over: this is its closing card. */
  get closing(): boolean {
    return this.shown > 0 && this.shown === this.path.length - 1;
  }
  /** A deed is asked on the board: the reader cannot go on without it. */
  get asks(): boolean {
    return has(`${this.key}.ask`);
  }
  /** The newest text is shown and asks for a deed: hands and words are both needed. */
  get doing(): boolean {
    return this.on && this.shown === this.last && this.asks;
  }
  /** What it asks can be done now. */
  get waits(): boolean {
    const { can, playing } = this.#desk;
    return this.doing && !playing && (can.act || can.throw);
  }
  get canNext(): boolean {
    const { guide, sending } = this.#desk;
    if (!guide || this.closing) return false;
    return this.shown < this.last || (guide.reading && !this.asks && !sending);
  }

  next() {
    if (!this.canNext) return;
    if (this.shown < this.last) this.#shown = this.shown + 1;
    else void this.#desk.read();
  }
  back() {
    if (this.shown > 0) this.#shown = this.shown - 1;
  }
  /** Reads a text again that was said before. */
  open(at: number) {
    if (at <= this.last) this.#shown = at;
  }
  /** Leaves the closing card: the game goes on as an ordinary one. */
  async goOn() {
    if (await this.#desk.read()) this.#desk.guide = null;
  }
}
