import type { SeatInfo } from "../wire.gen";
import { castOf, nameIn, type Character, type Company } from "./cast";
import { colourOf, look } from "./boards";
import { has, t, text } from "../words/i18n.svelte";
import { prefs } from "../window/prefs.svelte";
import { EMBLEM } from "../ui/colours";
import { games } from "../net/games.svelte";
import type { Sitter } from "./types";
import { typeset } from "../words/grammar";

type Known = Company & { game: string };

/** Who plays for the computer at this table, by seat; a game's look may say who suits a colour. */
export function castAt(table: Known): Map<number, Character> {
  return castOf(table, (seat) => look(table.game).cast?.[colourOf(table.game, seat)]);
}

/** The name a seat is shown by: as typed; else a character's, yours to yourself, or a guest's. */
export function nameOf(table: Known, seat: SeatInfo, me = false): string {
  if (seat.name) {
    const { name } = seat;
    // Two of one name are told apart by their emblems.
    const twice = table.seats.some((one) => one.seat !== seat.seat && alike(one.name, name));
    return twice ? `${name} (${emblemOf(table.game, seat.seat)})` : name;
  }
  if (seat.kind === "bot") return nameIn(castAt(table).get(seat.seat) ?? "lou");
  if (seat.kind === "open") return t("shell.seat.free");
  return me ? t("shell.seat.self") : guestName(table.game, seat.seat);
}

/** Whether two names look the same to whoever reads them in passing. */
export function alike(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize("NFKC").replace(/\s+/gu, " ").trim();
  return plain(one).localeCompare(plain(other), undefined, { sensitivity: "base" }) === 0;
}

const emblemOf = (game: string, seat: number) => t(`shell.emblem.${EMBLEM[colourOf(game, seat)]}`);

/** Somebody without a name, told by the emblem of the seat. */
export function guestName(game: string, seat: number): string {
  return t("shell.seat.someone", { emblem: emblemOf(game, seat) });
}

/** Your own name as others do not need it: "Ada (you)", or only "You". */
export function ownName({ name }: Sitter): string {
  return name === t("shell.seat.self") ? name : t("shell.log.you", { name });
}

/** Under your own name: "you"; under "You" that would say it twice. */
export function ownState({ name }: Sitter): string {
  return t(name === t("shell.seat.self") ? "shell.seat.yours" : "shell.seat.you");
}

/** A computer player's level in words, as it stands inside a sentence; a game may have its own. */
export function levelName(level: string, game = ""): string {
  const own = games.levelsOf(game).find((one) => one.level === level && !one.guest);
  if (own) return typeset(own.name).toLocaleLowerCase(prefs.lang);
  // A guest of the house has only the name it was given when the server started.
  return has(`bot.${level}`) ? text(`bot.${level}`).toLocaleLowerCase(prefs.lang) : level;
}
