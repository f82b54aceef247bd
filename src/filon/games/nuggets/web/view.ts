/** What the engine tells a seat of Nuggets (see view.py). */
export type Place = [row: number, col: number];
export type Side = "E" | "S";
export type EdgeAt = [row: number, col: number, side: Side];

export interface TileSeen {
  row: number;
  col: number;
  seat: number;
  /** Only for those who may know it. */
  value: number | null;
}

export interface Zone {
  /** 0 is the ground still open; others are numbered as they close. */
  zone: number;
  cells: Place[];
  gold: number;
  tiles: TileSeen[];
  own: number | null;
}

export interface SeatSeen {
  left: number;
  laid: number;
  tiles: number;
  passed: boolean;
  team: number | null;
  last: { walls: EdgeAt[]; tile: Place[]; pass: boolean };
}

export interface ZoneFacts {
  cells: Place[];
  gold: number;
  tiles: number;
}

/** What a step would do: a wall, a tile, or a pass. */
export interface After {
  closes?: ZoneFacts | null;
  leaves?: ZoneFacts | null;
  whole?: boolean;
  zone?: number;
  sum?: number | null;
  ends?: boolean;
}

export interface Refused {
  step: string;
  at: EdgeAt;
  clause: string;
  cells: Place[];
}

export interface CountLine {
  zone: number;
  cells: Place[];
  gold: number;
  sums: number[];
  each: number[];
  winners: number[];
  share: string;
  shown: string;
}

export interface View {
  players: number;
  teams: boolean;
  mines_option: "standard" | "random" | "players";
  one_or_two_walls: boolean;
  memory: boolean;
  you: number | null;
  phase: "first" | "mines" | "action" | "second_wall" | "over";
  turn: number | null;
  starter: number | null;
  round: number;
  stock: number;
  stock_at_first: number;
  gold: number;
  smallest: number;
  mines: [row: number, col: number, value: number][];
  markers: [value: number, count: number][];
  walls: EdgeAt[];
  tiles: TileSeen[];
  zones: Zone[];
  seats: SeatSeen[];
  hand: [value: number, count: number][] | null;
  refused: Refused[];
  if: Record<string, After>;
  result: {
    scores: string[];
    ranks: number[];
    shown: string[];
    zones: CountLine[];
    lost: number;
  } | null;
}

export const ROWS = 5;
export const COLS = 8;
export const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];

/** A cell as the rim names it: D5. */
export const cellName = ([row, col]: Place) => `${"ABCDE"[row] ?? ""}${col + 1}`;

/** An edge as the log names it: D5 | D6 side by side, C8 / D8 one above the other. */
export function edgeName([row, col, side]: EdgeAt): string {
  const other: Place = side === "E" ? [row, col + 1] : [row + 1, col];
  return `${cellName([row, col])}\u00a0${side === "E" ? "|" : "/"}\u00a0${cellName(other)}`;
}

/** The edge a notation names; null for any other step. */
export function edgeOf(step: string): EdgeAt | null {
  const [verb, row, col, side] = step.split(" ");
  return verb === "wall" ? [Number(row), Number(col), side as Side] : null;
}

export const wallStep = ([row, col, side]: EdgeAt) => `wall ${row} ${col} ${side}`;
export const keyOf = (place: readonly (number | string)[]) => place.join(" ");
