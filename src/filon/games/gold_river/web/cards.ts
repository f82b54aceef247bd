/** The printed cards, and what they pay where they lie. */
import printed from "./cards.json";
import type { View } from "./view.gen";

export interface Card {
  group: string;
  kind: string;
  town: string | null;
  /** The total it pays on, or "even", "odd", "double"; 0 for a card that pays nothing. */
  on: number | string;
  /** In how many of 36 ways. */
  ways: number;
  nuggets: number;
  /** Rank and suit such as "Ts"; "" for none. */
  face: string;
}

const CARDS: Card[] = printed;
export const TOWNS = ["san_narciso", "cold_mountain", "new_london", "takamawok", "whiskey_river"];

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
