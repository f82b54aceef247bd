/** What the engine tells a seat of Gold River (see view.py), and the printed cards. */
import printed from "./cards.json";

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

export const CARDS: Card[] = printed;
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

export interface Hand {
  hand: string | null;
  ranks: number[];
  faces: string[];
  /** The face the Station counts as. */
  station: string;
  best: boolean;
}

export interface Standing {
  nuggets: number;
  towns: number[][];
  buildings: number[];
  kept: number[];
  ground: number;
  mayor: number;
  bank: number;
  score: number;
  poker: Hand | null;
}

/** What a card of the row would cost this seat, and make of it. */
export interface Cost {
  why: "mayor" | "post" | null;
  to: number | null;
  n: number;
  due: number;
  own: boolean;
  mayor: boolean;
  kept: boolean;
}

export interface After extends Partial<Cost> {
  left?: number;
  shares?: [number | null, number][];
  ends?: boolean;
  winner?: number | null;
  gain?: number;
  lost?: number;
  vault?: number;
  next?: number;
  dice?: [number, number];
  gold?: number[];
  ways?: number;
  card?: number;
  nuggets?: number[];
  points?: number[];
  mayors?: (number | null)[];
}

export interface Line {
  hand: number;
  ground: number;
  mayor: number;
  stored: number;
  bank: number;
  poker: string;
}

export type Phase =
  | "first"
  | "deal"
  | "bid"
  | "sealed"
  | "take"
  | "discard"
  | "aim"
  | "swap"
  | "hold_up"
  | "ride"
  | "answer"
  | "roll"
  | "wire"
  | "store"
  | "over";

export interface View {
  players: number;
  first_game: boolean;
  poker: boolean;
  phase: Phase;
  turn: number | null;
  thrower: number | null;
  round: number;
  rounds: number;
  deck: number;
  first: number | null;
  winner: number | null;
  high: number;
  leader: number | null;
  order: number[];
  bids: (number | null)[];
  passed: boolean[];
  served: boolean[];
  sealed: number | null;
  pot: number;
  row: (number | null)[];
  taken: number | null;
  given: number | null;
  threat: [number, number] | null;
  dice: [number, number] | null;
  mayors: (number | null)[];
  governor: number | null;
  fees: number[][];
  veins: [number, number][];
  /** What a concession with new veins pays; the others pay what is printed. */
  yields: Record<string, number>;
  bank: { owner: number | null; nuggets: number };
  out: number[];
  seats: Standing[];
  costs: Record<string, Cost>;
  if: Record<string, After>;
  result: { scores: string[]; ranks: number[]; lines: Line[] } | null;
}

/** What a concession pays, new veins included. */
export const paysOf = (view: View, card: number): number =>
  view.yields[card] ?? cardOf(card).nuggets;

/** The verb of a notation. */
export const verbOf = (step: string): string => step.split(" ", 1)[0] ?? "";
/** The number a notation ends with: the card of `take 12`, the amount of `bid 9`. */
export const lastOf = (step: string): number => Number(step.split(" ").at(-1));

/** The step of this verb that names this card, if it may be taken. */
export function stepOn(legal: string[], verbs: string[], card: number): string | null {
  return verbs.map((verb) => `${verb} ${card}`).find((step) => legal.includes(step)) ?? null;
}

/** The parts of a round as the head of the table shows them. */
export const PARTS = ["deal", "auction", "pay", "choice", "gold"] as const;
export function partOf(phase: Phase): (typeof PARTS)[number] | null {
  if (phase === "first" || phase === "over") return null;
  if (phase === "deal") return "deal";
  if (phase === "bid" || phase === "sealed") return "auction";
  return phase === "roll" || phase === "wire" || phase === "store" ? "gold" : "choice";
}
