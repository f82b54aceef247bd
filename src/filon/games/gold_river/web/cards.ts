/** The printed cards, and what they pay where they lie. */
import printed from "./cards.json";
import type { Key, View } from "./game.gen";

/** What follows in the keys that begin so: "even" and "odd" of "on.even" and "on.odd". */
type Rest<
  K extends string,
  Head extends string,
  Tail extends string = "",
> = K extends `${Head}.${infer Word}${Tail}` ? Word : never;

export const TOWNS = [
  "san_narciso",
  "cold_mountain",
  "new_london",
  "takamawok",
  "whiskey_river",
] as const;
export type Town = (typeof TOWNS)[number];
/** An action or a building by its name; a concession is one of its town. */
export type Kind = Rest<Key, "name">;

export type Rank = Rest<Key, "rank", ".long">;
export type Suit = Rest<Key, "suit">;

/** The two parts of a face such as "Ts". */
export const rankOf = (face: string) => face.slice(0, -1) as Rank;
export const suitOf = (face: string) => face.slice(-1) as Suit;

/** The actions that look for a target before they strike. */
export const AIMED = [
  "dynamite",
  "governor",
  "hold_up",
  "judge",
  "new_vein",
  "one_armed_bandit",
] as const satisfies readonly Kind[];

interface Printed {
  /** The total it pays on, or "even", "odd", "double"; 0 for a card that pays nothing. */
  on: number | "even" | "odd" | "double";
  /** In how many of 36 ways. */
  ways: number;
  nuggets: number;
  /** Rank and suit such as "Ts"; "" for none. */
  face: string;
}
export type Card = Printed &
  (
    | { group: "concession"; kind: "concession"; town: Town }
    | { group: "action" | "building"; kind: Kind; town: null }
  );

const CARDS = printed as Card[]; // JSON knows words only as strings

const BLANK: Card = {
  group: "action",
  kind: "raid",
  town: null,
  on: 0,
  ways: 0,
  nuggets: 0,
  face: "",
};
export const cardOf = (card: number): Card => CARDS[card] ?? BLANK;

/** A card of this kind: the one in use if it is one, else the first printed. */
export function firstOf(kind: string, taken: number | null): number | null {
  if (taken !== null && cardOf(taken).kind === kind) return taken;
  const at = CARDS.findIndex((card) => card.kind === kind);
  return at < 0 ? null : at;
}

/** What a concession pays, new veins included. */
export const paysOf = (view: View, card: number): number =>
  view.yields[card] ?? cardOf(card).nuggets;
