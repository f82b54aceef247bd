import { num, t } from "$shell";

/** The colours of dice, street, trails, wheel and target. */
export type Paint = "Y" | "G" | "R";
export const PAINTS: readonly Paint[] = ["Y", "G", "R"];
export type Kind = "plain" | "access" | "bank" | "bar" | "saloon";
export type Phase =
  | "first"
  | "lots"
  | "dig"
  | "leave"
  | "ambush"
  | "walk"
  | "stake"
  | "spin"
  | "challenge"
  | "answer"
  | "aim"
  | "shoot"
  | "climb"
  | "return_ambush"
  | "home"
  | "over";

export interface SeatView {
  prospector: boolean;
  state: string;
  claim: number | null;
  gold: number;
  load: number;
  bank: number;
  receipt: number;
  at_claim: number | null;
  at_square: number | null;
  place: Kind | null;
  lost: number;
  saloon: boolean;
  bar: boolean;
  right: number | null;
  keeper: number | null;
  from_home: number | null;
}

export interface Outcome {
  gain: number;
  load: number;
  receipt: number;
  stock: number;
}

export interface Route {
  seat: number;
  from: number;
  to: number;
  path: number[];
  counted: number[];
}

export interface Shot {
  seat: number;
  square: number;
  n: number;
}

export interface DuelView {
  mover: number;
  other: number;
  challenge: number | null;
  first: number | null;
  shooter: number | null;
  bullet: number | null;
  aim: number | null;
  shots: Shot[];
  left: number;
}

export interface Bet {
  grams: number;
  n: number;
  colour: Paint;
}

export interface Odds {
  exact: string;
  permille: number;
}

/** What view.py sends, the same for every seat. */
export interface View {
  players: number;
  house: number | null;
  phase: Phase;
  turn: number | null;
  thrower: number | null;
  throws: "dice" | "colour" | "die" | "lot" | null;
  first: number | null;
  round: number;
  rounds: number;
  left: number;
  pot: number;
  safe: number;
  seats: SeatView[];
  race: { end: number; order: number[]; deposits: number[] };
  claims: { claim: number; owner: number | null; gold: number }[];
  dice: { n: number | null; colour: Paint | null; by: number | null } | null;
  route: Route | null;
  stake: Bet | null;
  duel: DuelView | null;
  odds: Record<string, Odds>;
  if: Record<string, Record<string, unknown> | undefined>;
  board: {
    street: { square: number; colour: Paint; kind: Kind }[];
    gold: Record<Paint, number[]>;
    wheel: { n: number; colour: Paint }[];
    target: { n: number; colour: Paint; impacts: number[] }[];
    claims: { claim: number; access: number; outlaw: number; right: number; left: number }[];
    load: number;
    hold_up: number;
    stakes: number[];
    bullets: number;
  };
  result: {
    scores: string[];
    ranks: number[];
    lines: { bank: number; claim: number; both: number; road: number }[];
    pot: number;
  } | null;
}

/** The colours as numbers of the events. */
export const paint = (code: unknown): Paint => PAINTS[Number(code)] ?? "Y";

/** Grams as they are written: 1 000 g. */
export const grams = (n: number): string => t("chercheurs_dor.g", { n: num(n) });

/** Numbers joined as the language does: 4, 5 or 6. */
export function either(numbers: number[]): string {
  const last = numbers.at(-1);
  if (last === undefined) return "";
  if (numbers.length === 1) return String(last);
  return t("chercheurs_dor.list.or", { a: numbers.slice(0, -1).join(", "), b: last });
}
