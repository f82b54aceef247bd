import { describe, expect, it } from "vitest";
import { decidedBy, linesOf, minus, secondOf } from "./ending";
import type { Sitter } from "./types";

const seats = [0, 1, 2].map((seat) => ({ seat, name: `${seat}` }) as Sitter);
const columns = (...values: string[][]) =>
  values.map((of, at) => ({ title: `${at}`, of: (sitter: Sitter) => of[sitter.seat] ?? "0" }));

describe("the count", () => {
  it("stands in the order of the ranks, the seat without one last", () => {
    const lines = linesOf(
      seats,
      { scores: ["0", "7", "9"], ranks: [0, 2, 1] },
      columns(["0", "7", "9"]),
    );
    expect(lines.map((line) => line.sitter.seat)).toEqual([2, 1, 0]);
    expect(lines[2]?.rank).toBeNull();
    expect(secondOf(lines)?.sitter.seat).toBe(1);
  });

  it("knows which rule decided: the first that differs between first and second", () => {
    const decided = (ranks: number[], ...values: string[][]) =>
      decidedBy(linesOf(seats, { scores: values[0] ?? [], ranks }, columns(...values)));
    expect(decided([1, 2, 3], ["9", "7", "3"], ["1", "8", "2"])).toBe(0);
    expect(decided([1, 2, 3], ["9", "9", "3"], ["4", "2", "2"])).toBe(1);
    expect(decided([1, 1, 1], ["9", "9", "9"])).toBeNull();
  });

  it("takes exact values from each other", () => {
    expect(minus("15/2", "7")).toBe("1/2");
    expect(minus("9", "7")).toBe("2");
    expect(minus("5/2", "1/2")).toBe("2");
  });
});
