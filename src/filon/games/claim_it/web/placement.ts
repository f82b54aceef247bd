import { steps, type Step } from "./game.gen";

/** A placement as its notation says it. */
export interface Placement {
  step: Step;
  col: number;
  row: number;
  /** The squatter's number; 0 for a claim. */
  n: number;
}

/** The placement a notation stands for; null for any other step. */
export function placement(step: string): Placement | null {
  const place = steps.read(step, "squat", "claim");
  return (
    place && { step: place.text, col: place.col, row: place.row, n: "n" in place ? place.n : 0 }
  );
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

/** A parcel the dice name, and what lies in the way there. */
export interface Blocked {
  at: string;
  /** The squatter the third die names. */
  n: number;
  /** `claimed`: it is somebody's for good; `out`: that squatter already stands on the map. */
  why: "claimed" | "out";
}

/** What the map showed where a throw found no place, parcel by parcel. */
export function blockedBy(
  dice: readonly number[],
  parcels: readonly { col: number; row: number; claimed: boolean }[],
  free: readonly boolean[],
): Blocked[] {
  const claimed = new Map(parcels.map((parcel) => [nameOf(parcel), parcel.claimed]));
  const found = new Map<string, Blocked>();
  dice.forEach((col, i) =>
    dice.forEach((row, j) => {
      const n = dice.find((_, at) => at !== i && at !== j);
      if (i === j || n === undefined) return;
      const at = nameOf({ col, row });
      if (claimed.get(at)) found.set(at, { at, n, why: "claimed" });
      else if (!free[n - 1] && !found.has(at)) found.set(at, { at, n, why: "out" });
    }),
  );
  return [...found.values()];
}
