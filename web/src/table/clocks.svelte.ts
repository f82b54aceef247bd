import type { Clocks as Told, Time } from "../wire.gen";
import { t } from "../words/i18n.svelte";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type ClockKind = Time["clock"];

// A record, so that the compiler sees when a kind of the server is missing here.
const KINDS: Record<ClockKind, true> = { none: true, relaxed: true, brisk: true, days: true };

/** The clocks a table may have, in the order in which they are offered. */
export const CLOCKS = Object.keys(KINDS) as ClockKind[];

/** One seat's clock at one moment, in milliseconds. */
export interface Face {
  /** Left of the turn's own time, and in reserve. */
  turn: number;
  bank: number;
  running: boolean;
  /** Beyond both: until the computer plays. Null before. */
  warning: number | null;
}

/** A length of time as a clock shows it: 4:05, or 5 h, or 2 d. */
export function timeText(ms: number): string {
  const left = Math.max(0, ms);
  if (left >= 2 * DAY) return t("shell.clock.d", { n: Math.floor(left / DAY) });
  if (left >= HOUR) return t("shell.clock.h", { n: Math.floor(left / HOUR) });
  const seconds = Math.ceil(left / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How a seat's clock stands so long after it was told. */
export function faceAfter(told: Told["seats"][number], warning: number, passed: number): Face {
  const running = told.rest !== null;
  const used = running ? Math.max(0, passed - (told.rest ?? 0)) : 0;
  const turn = Math.max(0, told.turn - used);
  const over = Math.max(0, used - told.turn);
  const bank = Math.max(0, told.bank - over);
  const late = told.late + Math.max(0, over - told.bank);
  const up = running && turn + bank === 0;
  return { turn, bank, running, warning: up ? Math.max(0, warning - late) : null };
}

/** The clocks of a table: told now and then, counted on here in between. */
export class Clocks {
  #told = $state.raw<Told | null>(null);
  #at = 0;
  #now = $state(0);
  #tick: ReturnType<typeof setInterval> | undefined;

  hear(told: Told | null) {
    this.#told = told;
    this.#at = this.#now = performance.now();
    clearInterval(this.#tick);
    this.#tick = undefined;
    if (told?.seats.some((one) => one.rest !== null))
      this.#tick = setInterval(() => (this.#now = performance.now()), 250);
  }

  /** Goes on from another desk's clocks: the same table, seen from another seat. */
  take(before: Clocks) {
    before.close();
    const passed = performance.now() - before.#at;
    this.hear(before.#told);
    this.#at -= passed;
  }

  close() {
    clearInterval(this.#tick);
  }

  get on(): boolean {
    return this.#told !== null;
  }

  of(seat: number): Face | null {
    const told = this.#told?.seats.find((one) => one.seat === seat);
    return told && this.#told ? faceAfter(told, this.#told.warning, this.#now - this.#at) : null;
  }
}
