import type { SeatInfo } from "../wire.gen";
import { colourOf } from "./games";
import { t } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import { EMBLEM } from "./seats";

/** The name a seat is shown by: as typed, else in words. */
export function nameOf(game: string, seat: SeatInfo): string {
  if (seat.name) return seat.name;
  if (seat.kind === "bot") return t(`shell.bot.${EMBLEM[colourOf(game, seat.seat)]}`);
  return t(seat.kind === "open" ? "shell.seat.free" : "shell.seat.someone", { n: seat.seat + 1 });
}

/** A computer player's level in words, as it stands inside a sentence. */
export function levelName(level: string): string {
  return t(`bot.${level}`).toLocaleLowerCase(prefs.lang);
}
