import { describe, expect, it } from "vitest";
import { placement, roles } from "./placement";

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
