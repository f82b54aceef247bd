import { expect, test } from "vitest";
import { blockAt, blocksOf, placeOf, stepAt } from "./turns";

const told = (seat: number, v: number) => ({ kind: "x", seat, v, step: v - 1 });
const story = [told(-1, 1), told(0, 2), told(0, 3), told(1, 5), told(0, 8)];
const blocks = blocksOf(story, 9);

test("turns follow each other without a gap and reach the end", () => {
  expect(blocks).toEqual([
    { seat: 0, from: 1, to: 4 },
    { seat: 1, from: 5, to: 7 },
    { seat: 0, from: 8, to: 9 },
  ]);
});

test("every step has a place, and the place gives the step back", () => {
  for (let n = 0; n <= 9; n++) expect(stepAt(blocks, placeOf(blocks, n))).toBe(n);
  expect(placeOf(blocks, 9)).toBe(1);
  expect(blockAt(blocks, 7)).toBe(1);
});

test("what lies beside the strip is its first or last step", () => {
  expect(stepAt(blocks, -3)).toBe(0);
  expect(stepAt(blocks, 3)).toBe(9);
});

test("a game without a word has no turns and breaks nothing", () => {
  expect(blocksOf([], 5)).toEqual([]);
  expect(placeOf([], 3)).toBe(0);
  expect(stepAt([], 0.5)).toBe(0);
});
