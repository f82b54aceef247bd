import { expect, test } from "vitest";
import { castOf, nearMiss, prospectsOf, reachOf } from "./prospects";
import type { View } from "./game.gen";

const street = Array.from({ length: 24 }, (_, square) => ({
  square,
  colour: "Y",
  kind: square === 2 || square === 3 ? "bank" : "plain",
}));
const view = {
  phase: "walk",
  duel: null,
  board: { street },
  if: {
    "dice 1 Y": { to: 5, meets: "nothing" },
    "dice 2 Y": { to: 3, meets: "deposit" },
    "dice 3 G": { to: 9, meets: "duel" },
    "dice 4 G": { to: 2, meets: "deposit" },
  },
} as unknown as View;

test("throws are read as dice", () => {
  expect(castOf("dice 3 Y")).toEqual({ n: 3, colour: "Y" });
  expect(castOf("colour R")).toEqual({ n: null, colour: "R" });
  expect(castOf("die 6")).toEqual({ n: 6, colour: null });
  expect(castOf("home left")).toBeNull();
});

test("outcomes are counted, best first", () => {
  expect(prospectsOf(view).map((one) => [one.key, one.casts.length])).toEqual([
    ["deposit", 2],
    ["duel", 1],
    ["nothing", 1],
  ]);
  expect(reachOf(view).get(9)).toEqual({ n: 3, colour: "G", meets: "duel" });
});

test("gold found stands from most to nothing", () => {
  const dig = {
    phase: "dig",
    duel: null,
    if: { "dice 1 R": { gold: 0 }, "dice 6 Y": { gold: 1000 }, "dice 5 Y": { gold: 750 } },
  } as unknown as View;
  expect(prospectsOf(dig).map((one) => one.value)).toEqual([1000, 750, 0]);
});

test("a near miss is one square off the Bank, with gold to bring there", () => {
  expect(nearMiss(view, 1, true)).toBe("before");
  expect(nearMiss(view, 4, true)).toBe("after");
  expect(nearMiss(view, 2, true)).toBeNull();
  expect(nearMiss(view, 1, false)).toBeNull();
});
