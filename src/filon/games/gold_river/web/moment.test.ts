import { expect, test } from "vitest";
import { concerns, momentOf, sizeOf } from "./moment";
import type { View } from "./game.gen";

const view = { dice: [2, 6], winner: 1, thrower: 1, taken: null } as unknown as View;

test("the dice of a harvest are those of its message, not of the round before", () => {
  const moment = momentOf(
    [
      { kind: "dice", seat: 1, a: 1, b: 1 },
      { kind: "mine", seat: 0, card: 3, n: 2 },
      { kind: "mine", seat: 0, card: 4, n: 3 },
      { kind: "gold", seat: 0, n: 5 },
      { kind: "saloon", seat: 0, to: 2, n: 1 },
    ],
    view,
  );
  expect(moment).toMatchObject({ kind: "harvest", dice: [1, 1], fresh: true, seat: 1 });
  expect(moment?.gains).toEqual([
    {
      seat: 0,
      n: 5,
      cards: [
        { card: 3, n: 2 },
        { card: 4, n: 3 },
      ],
    },
  ]);
  expect(moment?.changes).toEqual({ 0: 4, 2: 1 });
  expect(moment?.after.map((event) => event.kind)).toEqual(["saloon"]);
});

test("after the telegraphs were declined the dice that lie there pay", () => {
  const moment = momentOf(
    [
      { kind: "quiet", seat: 2 },
      { kind: "no_gold", seat: 1 },
    ],
    view,
  );
  expect(moment).toMatchObject({ kind: "harvest", dice: [2, 6], fresh: false, gains: [] });
});

test("dice that a telegraph may still change pay nothing yet", () => {
  expect(momentOf([{ kind: "dice", seat: 1, a: 3, b: 4 }], view)).toMatchObject({
    kind: "throw",
    dice: [3, 4],
  });
});

test("a raid takes from everybody but its owner", () => {
  const moment = momentOf(
    [
      { kind: "raided", seat: 0, n: 4 },
      { kind: "raided", seat: 2, n: 1 },
    ],
    view,
  );
  expect(moment).toMatchObject({ kind: "raid", seat: 1, changes: { 0: -4, 2: -1 } });
  expect(moment && concerns(moment, 0)).toBe(true);
  expect(moment && concerns(moment, 3)).toBe(false);
});

test("a hold-up shows its own dice and both purses; dynamite shows what it destroys", () => {
  const held = momentOf(
    [
      { kind: "hold_up_dice", seat: 1, a: 5, b: 4 },
      { kind: "held_up", seat: 1, to: 0, n: 6 },
    ],
    view,
  );
  expect(held).toMatchObject({ kind: "hold_up", dice: [5, 4], changes: { 1: 6, 0: -6 } });
  const blast = momentOf([{ kind: "blast", seat: 1, card: 7, to: 0 }], view);
  expect(blast).toMatchObject({ kind: "dynamite", struck: [{ card: 7, from: 0, to: null }] });
});

test("what is not to be seen large makes no moment", () => {
  expect(momentOf([{ kind: "bid", seat: 0, n: 4 }], view)).toBeNull();
});

test("many cards are drawn as tiles", () => {
  expect([1, 3, 4, 5, 6].map(sizeOf)).toEqual(["large", "large", "small", "small", "tiles"]);
});
