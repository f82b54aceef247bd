import { api } from "../net/api";
import { prefs } from "../window/prefs.svelte";
import type { DayChallenge } from "../wire.gen";

/** The challenge of the day, asked for once and again when it may have changed. */
class Day {
  now = $state.raw<DayChallenge | null>(null);

  async load(): Promise<void> {
    this.now = await api.challenge().catch(() => this.now);
  }

  /** How many days in a row were done, up to today or yesterday. */
  get streak(): number {
    const days = [...(this.now?.week ?? [])].reverse();
    const from = days[0]?.state === "done" ? 0 : 1;
    const missed = days.slice(from).findIndex((one) => one.state !== "done");
    return missed < 0 ? days.length - from : missed;
  }
}

export const day = new Day();

const local = (told: string) => new Date(`${told}T12:00:00`);

/** A day in words: Monday 16 November. */
export const dayText = (told: string) =>
  new Intl.DateTimeFormat(prefs.lang, { weekday: "long", day: "numeric", month: "long" }).format(
    local(told),
  );

/** The letter of a day of the week. */
export const dayLetter = (told: string) =>
  new Intl.DateTimeFormat(prefs.lang, { weekday: "narrow" }).format(local(told));
