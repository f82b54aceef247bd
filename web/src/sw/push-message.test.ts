import { expect, test } from "vitest";
import { seen } from "./push-message";
import type { OpenPage } from "./scope";

const page = (path: string, visibilityState: DocumentVisibilityState = "visible"): OpenPage => ({
  url: `https://games.example.org${path}`,
  visibilityState,
  focus: () => Promise.resolve(),
  navigate: () => Promise.resolve(),
});

test("a person is told unless they look at every table that waits for them", () => {
  expect(seen(["/t/a"], [page("/t/a")])).toBe(true);
  expect(seen(["/t/a"], [page("/t/a", "hidden")])).toBe(false);
  expect(seen(["/t/a"], [page("/t/b")])).toBe(false);
  expect(seen(["/t/a", "/t/b"], [page("/t/a"), page("/t/b", "hidden")])).toBe(false);
  expect(seen(["/t/a", "/t/b"], [page("/t/a"), page("/t/b")])).toBe(true);
});

test("nobody is told of a turn that has passed while they look on, and everybody where it is not known", () => {
  expect(seen([], [page("/")])).toBe(true);
  expect(seen([], [])).toBe(false);
  expect(seen(null, [page("/t/a")])).toBe(false);
});
