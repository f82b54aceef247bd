import { describe, expect, it } from "vitest";
import { widened, type Spot } from "./outline";

describe("a line round a shape", () => {
  const rhombus: Spot[] = [
    [0, -10],
    [10, 0],
    [0, 10],
    [-10, 0],
  ];

  it("lies outside, whichever way the shape is drawn", () => {
    for (const points of [rhombus, [...rhombus].reverse()])
      for (const [i, [x, y]] of widened(points, 5).entries()) {
        const [a, b] = points[i] ?? [0, 0];
        expect(Math.hypot(x, y)).toBeCloseTo(15);
        expect(Math.hypot(x - a, y - b)).toBeCloseTo(5);
      }
  });

  it("keeps the shape of a ring's piece: its hollow side moves inwards", () => {
    const arc = (r: number, i: number): Spot => [r * Math.cos(i / 20), r * Math.sin(i / 20)];
    const piece = [
      ...Array.from({ length: 11 }, (_, i) => arc(100, i)),
      ...Array.from({ length: 11 }, (_, i) => arc(60, 10 - i)),
    ];
    const [outer = [0, 0], inner = [0, 0]] = [5, 16].map((i) => widened(piece, 8)[i]);
    expect(Math.hypot(...outer)).toBeCloseTo(108);
    expect(Math.hypot(...inner)).toBeCloseTo(52);
  });
});
