import { expect, test } from "vitest";
import type { PastGame, PastSeat } from "../wire.gen";
import { matching } from "./past-search";

const seat = (name: string, mine = false): PastSeat => ({
  seat: mine ? 0 : 1,
  kind: "person",
  name,
  level: null,
  rank: 1,
  score: "1",
  resigned: false,
  mine,
});
const past: PastGame[] = [
  ["claim_it", "Zoé", "2026-11-17"] as const,
  ["nuggets", "Ben", "2026-11-16"] as const,
  ["claim_it", "Ben", "2026-11-01"] as const,
].map(([game, name, day], at) => ({
  table: `t${at}`,
  match: 1,
  game,
  ended: new Date(`${day}T12:00:00`).getTime(),
  won: false,
  fork: false,
  seats: [seat("Ada", true), seat(name)],
}));
const none = { game: "", who: "", since: "", until: "" };
const found = (wanted: Partial<typeof none>) =>
  matching(past, { ...none, ...wanted }, (one) => one.name).map((one) => one.table);

test("past games are found by game, opponent and date", () => {
  expect(found({})).toEqual(["t0", "t1", "t2"]);
  expect(found({ game: "claim_it" })).toEqual(["t0", "t2"]);
  expect(found({ who: " zoe" })).toEqual(["t0"]);
  expect(found({ who: "ada" })).toEqual([]); // oneself is no opponent
  expect(found({ since: "2026-11-16" })).toEqual(["t0", "t1"]);
  expect(found({ until: "2026-11-16", game: "claim_it" })).toEqual(["t2"]);
  expect(found({ who: "ben", since: "2026-11-02", until: "2026-11-30" })).toEqual(["t1"]);
});
