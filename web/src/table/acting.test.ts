import { expect, it } from "vitest";
import type { Waiting } from "../wire.gen";
import { actingSeat } from "./acting";

const at = (kind: Waiting["kind"], seats: number[], hand: number | null = null): Waiting => ({
  kind,
  seats,
  hand,
  ready: [],
  due: null,
});

it("names who acts or throws, whoever's turn it is", () => {
  expect(actingSeat(at("seat", [2]), 0)).toBe(2);
  expect(actingSeat(at("chance", [1], 1), 0)).toBe(1);
});

it("leaves a draw that is nobody's to nobody, and a bot's throw to the seat on turn", () => {
  expect(actingSeat(at("chance", []), 0)).toBe(null);
  expect(actingSeat(at("chance", [], 0), 0)).toBe(0);
});

it("names nobody where several choose at once, or when it is over", () => {
  expect(actingSeat(at("sealed", [0, 1]), 0)).toBe(null);
  expect(actingSeat(at("over", []), 0)).toBe(null);
});
