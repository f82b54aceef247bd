import { expect, test } from "vitest";
import type { Desk, EventOf, Happening, TextKey } from "$shell";
import { steps, type Game } from "../../src/filon/games/claim_it/web/game.gen";
import { Notation } from "./kit";

test("a step is read by its verb, its numbers as numbers", () => {
  expect(steps.read("squat 3 5 2")).toEqual({
    verb: "squat",
    text: "squat 3 5 2",
    col: 3,
    row: 5,
    n: 2,
  });
  expect(steps.read("squat 3 5 2", "squat")?.n).toBe(2);
  expect(steps.read("squat 3 5 2", "claim")).toBeNull();
  expect(steps.read("wall 1 2 E")).toBeNull();
  expect(steps.read(undefined)).toBeNull();
  expect(steps.read(null)).toBeNull();
});

test("steps are picked by verb, words stay words", () => {
  const walls = new Notation<
    { wall: { row: number; side: "E" | "S" }; pass: object },
    `wall ${number} ${"E" | "S"}` | "pass"
  >({ wall: ["row", "side"], pass: [] });
  expect(walls.pick(["pass", "wall 1 E", "wall 2 S"], "wall").map((one) => one.side)).toEqual([
    "E",
    "S",
  ]);
  expect(walls.pick(["pass"], "wall")).toEqual([]);
});

// Never run: svelte-check reads it, and fails where one of these faults is not seen any more.
export function faults(desk: Desk<Game>, event: Happening<Game>, dice: EventOf<Game, "dice">) {
  // @ts-expect-error a verb that is misspelt
  void desk.send("rol");
  // @ts-expect-error an argument too few
  void desk.send("squat 1 2");
  desk.animate({
    // @ts-expect-error an event that the game does not have
    wall: () => undefined,
  });
  desk.animate({
    // @ts-expect-error a number that the event does not have
    squat: (squat) => void squat.column,
  });
  // @ts-expect-error a number that not every event has
  void event.col;
  if (event.kind === "squat") void event.col;
  // @ts-expect-error a kind that the game does not have
  if (event.kind === "wall") return;
  // @ts-expect-error another event's number
  void dice.col;
  // @ts-expect-error a key without a text
  desk.t("role.colour");
  // @ts-expect-error a fact that the view does not have
  void desk.view.parcels;
  // @ts-expect-error a slot that the verb does not have
  void steps.read("squat 1 2 3", "squat")?.column;
  // @ts-expect-error a key of the shell without a text
  const words: TextKey = "shell.nothing.of.the.kind";
  return words;
}
