import { expect, test } from "vitest";
import { parts, size, written } from "./fraction";

test("whole numbers and halves are taken apart", () => {
  expect(parts("7")).toEqual({ whole: "7" });
  expect(parts("15/2").over).toEqual(["1", "2"]);
  expect(size("15/2")).toBeCloseTo(7.5);
  expect(written("15/2")).toContain("7");
});
