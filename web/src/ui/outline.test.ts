import { describe, expect, it } from "vitest";
import { joined, widened, type Spot } from "./outline";

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

describe("pieces of a line", () => {
  it("become one loop, whichever way each of them runs", () => {
    expect(joined("M0 0h100M0 100h100M0 0v100M100 0v100").match(/M/g)).toHaveLength(1);
    expect(joined("M0 0H100M0 100H100M0 0V100M100 0V100")).toMatch(/^M[^M]*Z$/);
  });
  it("are as many loops as there are shapes, and an open end stays open", () => {
    const square = (x: number) => `M${x} 0h9M${x} 9h9M${x} 0v9M${x + 9} 0v9`;
    expect(joined(square(0) + square(20)).match(/Z/g)).toHaveLength(2);
    expect(joined("M0 0h5M5 0v5")).not.toContain("Z");
  });
});
