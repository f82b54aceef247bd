import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Waits } from "./pace.svelte";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(1); // no page is as young as 0 ms
});
afterEach(() => void vi.useRealTimers());

it("shows what others do the faster the longer it takes, and then no more of it", () => {
  const waits = new Waits();
  waits.begin();
  expect(waits.enough(false)).toBe(false);
  expect(waits.speed(0, false, true)).toBe(2);
  vi.advanceTimersByTime(1600);
  expect(waits.speed(0, false, true)).toBe(8);
  expect(waits.enough(false)).toBe(false);
  vi.advanceTimersByTime(3000);
  expect(waits.speed(0, false, true)).toBe(40);
  expect(waits.enough(false)).toBe(true);
});

it("never hurries what the person does or suffers, and forgets the wait at their next act", () => {
  const waits = new Waits();
  waits.speed(0, false, true);
  vi.advanceTimersByTime(60_000);
  expect(waits.speed(0, true, false)).toBe(1);
  expect(waits.enough(true)).toBe(false);
  waits.begin();
  expect(waits.enough(false)).toBe(false);
  expect(waits.speed(0, false, true)).toBe(2);
});
