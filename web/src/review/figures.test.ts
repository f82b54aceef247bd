import { describe, expect, it } from "vitest";
import { apart, blocksOf, percents, placeOf, spaced, stepAt, worst, type Mark } from "./figures";

const turn = (seat: number, first: number, last: number) => ({ seats: [seat], first, last });

describe("the strip of a review", () => {
  const blocks = blocksOf([turn(0, 0, 3), turn(1, 4, 4), turn(0, 5, 9)], 10);
  it("counts rounds by who comes again", () => {
    expect(blocks.map(({ round }) => round)).toEqual([1, 1, 2]);
  });
  it("gives every block the same width and steps their share of it", () => {
    expect(placeOf(blocks, 0)).toBe(0);
    expect(placeOf(blocks, 2)).toBeCloseTo(1 / 6);
    expect(placeOf(blocks, 4)).toBeCloseTo(1 / 3);
    expect(placeOf(blocks, 5)).toBeCloseTo(2 / 3);
    expect(placeOf(blocks, 10)).toBe(1);
  });
  it("finds the step of a place again", () => {
    for (let n = 0; n <= 10; n++) expect(stepAt(blocks, placeOf(blocks, n))).toBe(n);
  });
  it("puts very many turns together by round", () => {
    const many = Array.from({ length: 90 }, (_, at) => turn(at % 3, at, at));
    const found = blocksOf(many, 90);
    expect(found).toHaveLength(30);
    expect(found[1]).toEqual({ seats: [0, 1, 2], first: 3, last: 5, round: 2 });
  });
  it("stands for a game without turns", () => {
    expect(blocksOf([], 0)).toEqual([{ seats: [], first: 0, last: 0, round: 1 }]);
  });
});

describe("figures", () => {
  it("make a hundred together", () => {
    expect(percents([280_000, 280_000, 280_000], 840_000)).toEqual([34, 33, 33]);
    expect(percents([838_000, 1_000, 1_000], 840_000).reduce((a, b) => a + b)).toBe(100);
  });
  it("of seats that are not ranked stay 0", () => {
    expect(percents([420_000, 420_000, 0], 840_000)).toEqual([50, 50, 0]);
  });
});

describe("marks", () => {
  const mark = (step: number, block: number, size: number): Mark =>
    ({ kind: "choice", step, seat: 0, block, size }) as unknown as Mark;
  it("keep their distance and their order", () => {
    const found = apart([10, 12, 14, 100], 20, 60, 110);
    for (let i = 1; i < found.length; i++)
      expect((found[i] ?? 0) - (found[i - 1] ?? 0)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...found)).toBeLessThanOrEqual(110);
  });
  it("are never pushed further than allowed", () => {
    const places = [50, 50, 50, 50, 50, 50];
    apart(places, 20, 30, 300).forEach((at) => expect(Math.abs(at - 50)).toBeLessThanOrEqual(30));
  });
  it("never lie over each other where there is little room: the dearest stays", () => {
    const found = spaced([mark(1, 0, 5), mark(2, 0, 9), mark(9, 1, 1)], (one) => one.step, 3);
    expect(found.map((one) => one.step)).toEqual([2, 9]);
  });
  it("on a narrow strip leave the worst of each block", () => {
    const found = worst([mark(1, 0, 5), mark(2, 0, 9), mark(3, 1, 1)]);
    expect(found.map(({ step }) => step)).toEqual([2, 3]);
  });
});
