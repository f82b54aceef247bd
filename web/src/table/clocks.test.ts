import { expect, test } from "vitest";
import { faceAfter } from "./clocks.svelte";

const told = { seat: 0, turn: 30_000, bank: 60_000, late: 0, rest: 0 };

test("a clock uses its turn, then the reserve, then the warning", () => {
  expect(faceAfter(told, 15_000, 10_000)).toMatchObject({ turn: 20_000, bank: 60_000 });
  expect(faceAfter(told, 15_000, 50_000)).toMatchObject({ turn: 0, bank: 40_000, warning: null });
  expect(faceAfter(told, 15_000, 95_000)).toMatchObject({ turn: 0, bank: 0, warning: 10_000 });
  expect(faceAfter(told, 15_000, 995_000).warning).toBe(0);
});

test("a clock that stands, or does not run yet, uses nothing", () => {
  expect(faceAfter({ ...told, rest: null }, 15_000, 50_000)).toMatchObject({
    turn: 30_000,
    running: false,
  });
  expect(faceAfter({ ...told, rest: 9_000 }, 15_000, 10_000).turn).toBe(29_000);
});
