/** The end of a game as a count: who stands where, and which rule of the ranking decided it. */
import { size } from "../words/fraction";
import type { Ending, Sitter } from "./types";

/** One rule of the ranking: its word, and a seat's exact value in it. */
export interface Column {
  title: string;
  of: (sitter: Sitter) => string;
  /** How the value is written; without it the number alone. */
  write?: (value: string) => string;
}

export interface Line {
  sitter: Sitter;
  /** Null: this seat is not ranked. */
  rank: number | null;
  score: string;
  /** The values of the columns, in the order of the rules. */
  values: string[];
}

/** The seats in the order of their ranks, those without one last. */
export function linesOf(seats: Sitter[], ending: Ending | null, columns: Column[]): Line[] {
  if (!ending) return [];
  return seats
    .map((sitter) => ({
      sitter,
      rank: ending.ranks[sitter.seat] || null,
      score: String(ending.scores[sitter.seat] ?? "0"),
      values: columns.map((column) => column.of(sitter)),
    }))
    .sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.sitter.seat - b.sitter.seat);
}

/** The best seat that did not win; null if all won or stand alone. */
export const secondOf = (lines: Line[]): Line | null =>
  lines.find((line) => line.rank !== null && line.rank > 1) ?? null;

/** Which column parts the winners from the next seat: 0 is the first rule; null if none does. */
export function decidedBy(lines: Line[]): number | null {
  const [first] = lines;
  const second = secondOf(lines);
  if (!first || !second) return null;
  const at = first.values.findIndex((value, i) => size(value) !== size(second.values[i] ?? "0"));
  return at < 0 ? null : at;
}

/** The difference of two exact values, as one: "5/2" less "1/3". */
export function minus(a: string, b: string): string {
  const [p = 0, q = 1] = a.split("/").map(Number);
  const [r = 0, s = 1] = b.split("/").map(Number);
  const top = p * s - r * q;
  const bottom = q * s;
  const common = (x: number, y: number): number => (y ? common(y, x % y) : Math.abs(x));
  const by = common(top, bottom) || 1;
  return bottom / by === 1 ? String(top / by) : `${top / by}/${bottom / by}`;
}
