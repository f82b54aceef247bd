import type { SeatInfo } from "../wire.gen";
import { has, t } from "../words/i18n.svelte";

/**
 * The people of the camp who play for the computer: a name and a trade in the catalogues
 * (`shell.cast.NAME`), a portrait in Faces.svelte. On the wire a bot is a level, no more.
 */
export const CAST = [
  "lou",
  "cora",
  "silas",
  "nell",
  "amos",
  "rosa",
  "jonas",
  "flora",
  "felix",
] as const;
export type Character = (typeof CAST)[number];

/** What a table says of its seats, as far as its cast needs it. */
export interface Company {
  id: string;
  seats: SeatInfo[];
}

const same = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: "base" }) === 0;
const called = (name: string) => CAST.find((one) => same(one, name));

/**
 * Who plays at the computer's seats: the same at every device, nobody twice, no guest's name.
 * `apt` names whom a game would rather have at a seat.
 */
export function castOf(
  { id, seats }: Company,
  apt: (seat: number) => Character | undefined = () => undefined,
): Map<number, Character> {
  let hash = 0;
  for (const sign of id) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  const order = CAST.map((_, i): Character => CAST[(hash + i * 4) % CAST.length] ?? "lou");
  const typed = seats.map((seat) => called(seat.name ?? ""));
  const found = new Map<number, Character>();
  const taken = new Set(typed);
  for (const { seat, kind, name } of seats) {
    if (kind !== "bot") continue;
    let at = seat;
    while (taken.has(order[at % order.length]) && at < seat + order.length) at++;
    // A name that was given stays: only the face of its own is looked up.
    const wanted = called(name ?? "") ?? apt(seat);
    const one = (name || !taken.has(wanted) ? wanted : undefined) ?? order[at % order.length];
    if (!one) continue;
    taken.add(one);
    found.set(seat, one);
  }
  return found;
}

/** A character's name in the page's language. */
export const nameIn = (one: Character): string => t(`shell.cast.${one}`);

/** What a character does in the camp: "the innkeeper". */
export function tradeOf(one: Character): string {
  const key = `shell.cast.${one}.role`;
  return has(key) ? t(key) : "";
}
