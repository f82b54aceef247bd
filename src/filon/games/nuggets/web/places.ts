/** Cells and edges of the valley: how the view gives them, and how rim, log and notation name them. */
import { steps, type Refused, type Step, type ZoneFacts } from "./game.gen";

export type Place = ZoneFacts["cells"][number];
export type EdgeAt = Refused["at"];

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
  const wall = steps.read(step, "wall");
  return wall && [wall.row, wall.col, wall.side];
}

export const wallStep = ([row, col, side]: EdgeAt): Step => `wall ${row} ${col} ${side}`;
export const keyOf = (place: readonly (number | string)[]) => place.join(" ");
