/** A placement as its notation says it. */
export interface Placement {
  step: string;
  col: number;
  row: number;
  /** The squatter's number; 0 for a claim. */
  n: number;
}

/** The placement a notation stands for; null for any other step. */
export function placement(step: string): Placement | null {
  const [verb, col, row, n] = step.split(" ");
  if (verb !== "squat" && verb !== "claim") return null;
  return { step, col: Number(col), row: Number(row), n: Number(n ?? 0) };
}

export const nameOf = (place: { col: number; row: number }) => `${place.col}.${place.row}`;

/** Which die plays which part for a placement: per die "row", "col" or the rest ("free", "n"). */
export function roles(dice: readonly number[], place: Placement): ("row" | "col" | "free" | "n")[] {
  const part: ("row" | "col" | "free" | "n")[] = dice.map(() => (place.n ? "n" : "free"));
  const row = dice.indexOf(place.row);
  if (row >= 0) part[row] = "row";
  const col = dice.findIndex((face, i) => face === place.col && i !== row);
  if (col >= 0) part[col] = "col";
  return part;
}

export const WAYS = 216;
