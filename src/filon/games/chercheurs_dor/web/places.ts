// Where the figures stand: several on one place fan out sideways.
import { angle, polar, squareAt, standAt, ways, type Plan, type Point } from "./geometry";
import type { View } from "./game.gen";

/** The foot of every figure on the board, by seat. */
export function places(view: View, plan: Plan): Map<number, Point> {
  const found = new Map<number, Point>();
  const crowd = new Map<string, number[]>();
  view.seats.forEach((one, seat) => {
    if (one.at_claim === null && one.at_square === null) return;
    const key = one.at_claim !== null ? `c${one.at_claim}` : `s${one.at_square ?? 0}`;
    crowd.set(key, [...(crowd.get(key) ?? []), seat]);
  });
  for (const [key, seats] of crowd) {
    const at = Number(key.slice(1));
    const [x, y] = key.startsWith("c") ? standAt(plan, at) : foot(plan, at);
    const step = (plan.phone ? 15 : 12) * (seats.length > 3 ? 0.75 : 1);
    const middle = key.startsWith("c") ? 0 : (seats.length - 1) / 2;
    seats.forEach((seat, i) => found.set(seat, [x + (i - middle) * step, y + (i % 2 ? 3 : 0)]));
  }
  // Face to face with the Outlaw, the figure stands on his square.
  if (view.turn !== null && (view.phase === "ambush" || view.phase === "return_ambush")) {
    const one = view.seats[view.turn];
    const [x, y] = ways(plan, one?.at_claim ?? Math.floor((one?.at_square ?? 0) / 4) + 1).bill;
    found.set(view.turn, [x + 4, y + 20]);
  }
  return found;
}

/** Where a figure alone on a street square has its feet. */
export function foot(plan: Plan, square: number): Point {
  const [x, y] = squareAt(plan, square);
  return [x, y + 12];
}

/** A figure's height over its feet, and half its width. */
const TALL = 46;
const HALF = 16;

/** Where the street says which throw leads to a square. */
export const digitAt = (plan: Plan, square: number): Point => polar(plan.outer - 16, angle(square));

/**
 * Figures that would hide a digit of these squares, moved just outside the street: by how much,
 * by seat. All that stand on one square go together.
 */
export function aside(
  view: View,
  plan: Plan,
  at: Map<number, Point>,
  squares: Iterable<number>,
): Map<number, Point> {
  const scale = plan.phone ? 1.22 : 1.02;
  const digits = [...squares].map((square) => digitAt(plan, square));
  const hides = ([x, y]: Point) =>
    digits.some(
      ([u, v]) => Math.abs(u - x) < HALF * scale + 9 && v > y - TALL * scale - 9 && v < y + 4 + 9,
    );
  const found = new Map<number, Point>();
  view.seats.forEach((one, seat) => {
    const foot = at.get(seat);
    if (one.at_square === null || one.at_claim !== null || !foot || found.has(seat)) return;
    const together = view.seats.flatMap((other, i) =>
      other.at_square === one.at_square && other.at_claim === null ? [i] : [],
    );
    const feet = together.map((i): Point => at.get(i) ?? foot);
    for (let away = 0; away <= 96; away += 6) {
      const [dx, dy] = away ? polar(away, angle(one.at_square)) : [0, 0];
      if (!feet.some(([x, y]) => hides([x + dx, y + dy]))) {
        for (const i of together) found.set(i, [dx, dy]);
        break;
      }
    }
  });
  return found;
}
