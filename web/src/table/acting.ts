/** Whose turn the page says it is. */
import type { Waiting } from "../wire.gen";

/** The seat to act or to throw, else whose turn it is; null if several are, or if it is nobody's. */
export function actingSeat(waiting: Waiting, turn: unknown): number | null {
  const [seat, more] = waiting.seats;
  if (waiting.kind === "over" || more !== undefined) return null;
  if (seat !== undefined) return seat;
  if (waiting.kind === "chance" && waiting.hand === null) return null; // nobody's draw
  return typeof turn === "number" && turn >= 0 ? turn : null;
}
