import { describe, expect, it } from "vitest";
import { blockedBy, placement, roles } from "./placement";

describe("a placement", () => {
  it("is read from its notation", () => {
    expect(placement("squat 4 2 5")).toEqual({ step: "squat 4 2 5", col: 4, row: 2, n: 5 });
    expect(placement("claim 4 2")).toEqual({ step: "claim 4 2", col: 4, row: 2, n: 0 });
    expect(placement("roll")).toBeNull();
  });

  it("gives every die its part, pairs and triples too", () => {
    expect(roles([2, 4, 5], placement("squat 4 2 5")!)).toEqual(["row", "col", "n"]);
    expect(roles([2, 4, 5], placement("claim 4 2")!)).toEqual(["row", "col", "free"]);
    expect(roles([3, 3, 5], placement("squat 3 3 5")!)).toEqual(["row", "col", "n"]);
    expect(roles([6, 6, 6], placement("squat 6 6 6")!)).toEqual(["row", "col", "n"]);
  });
});

it("a bust says which parcels the dice named, and what lay in the way", () => {
  const parcels = [
    { col: 1, row: 2, claimed: true },
    { col: 2, row: 1, claimed: false },
  ];
  const free = [true, true, false, true, true, true];
  const found = blockedBy([1, 2, 3], parcels, free);
  expect(found.find((one) => one.at === "1.2")).toEqual({ at: "1.2", n: 3, why: "claimed" });
  expect(found.find((one) => one.at === "2.1")).toEqual({ at: "2.1", n: 3, why: "out" });
  // Squatter 2 is free and 1.3 is nobody's: nothing stood in the way there.
  expect(found.some((one) => one.at === "1.3")).toBe(false);
});
