import { describe, expect, it } from "vitest";
import { NARROW, WIDE } from "./geometry";
import { aside, digitAt, places } from "./places";
import type { View } from "./game.gen";

const on = (...squares: number[]) =>
  ({
    turn: 0,
    phase: "walk",
    seats: squares.map((at_square) => ({ at_square, at_claim: null })),
  }) as unknown as View;
const STREET = Array.from({ length: 24 }, (_, square) => square);

describe("figures beside the street", () => {
  for (const plan of [WIDE, NARROW])
    it(`hide no digit, ${plan.phone ? "on a phone" : "on a wide board"}`, () => {
      for (const square of STREET)
        for (const view of [on(square), on(square, square, square)]) {
          const at = places(view, plan);
          const moved = aside(view, plan, at, STREET);
          expect(moved.size).toBe(view.seats.length);
          for (const [seat, [dx, dy]] of moved) {
            const [x = 0, y = 0] = at.get(seat) ?? [];
            for (const one of STREET) {
              const [u, v] = digitAt(plan, one);
              const under = Math.abs(u - x - dx) < 18 && v > y + dy - 50 && v < y + dy + 4;
              expect(under, `square ${square}, digit ${one}`).toBe(false);
            }
          }
        }
    });

  it("stay on their square where they hide none", () => {
    const view = on(2);
    expect(aside(view, WIDE, places(view, WIDE), [14]).get(0)).toEqual([0, 0]);
  });
});
