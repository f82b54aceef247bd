// Where the figures stand: several on one place fan out sideways.
import { squareAt, standAt, ways, type Plan, type Point } from "./geometry";
import type { View } from "./view.gen";

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
