import { describe, expect, it } from "vitest";
import { parts, size, written } from "./words/fraction";
import { placeOf } from "./window/router.svelte";
import { turns } from "./table/story";
import { seatsFor, usualLevel } from "./table/seating";

describe("exact scores", () => {
  it("are written as people write them", () => {
    expect(parts("7")).toEqual({ whole: "7" });
    expect(parts("15/2")).toEqual({ whole: "7", over: ["1", "2"] });
    expect(parts("1/3")).toEqual({ whole: "", over: ["1", "3"] });
    expect(written("15/2")).toBe("7\u00a01/2");
    expect(size("15/2")).toBe(7.5);
  });
});

describe("the places of the page", () => {
  it.each([
    ["/", "", { name: "shelf" }],
    ["/t/abc", "#token", { name: "table", id: "abc" }],
    ["/rules/claim_it", "#CI-6", { name: "rules", slug: "claim_it", clause: "CI-6" }],
    ["/parts", "", { name: "parts", slug: "" }],
    ["/t/abc/def", "", { name: "nowhere", path: "/t/abc/def" }],
  ])("%s%s", (path, hash, place) => {
    expect(placeOf(path, hash)).toEqual(place);
  });
});

describe("the log", () => {
  it("groups per turn, the latest first; chance belongs to the turn it happens in", () => {
    const story = [
      { kind: "first", seat: -1 },
      { kind: "dice", seat: 0 },
      { kind: "stop", seat: 0 },
      { kind: "dice", seat: -1 },
      { kind: "bust", seat: 1 },
    ];
    const found = turns(story);
    expect(found.map((turn) => turn.seat)).toEqual([1, 0]);
    expect(found[1]?.events).toHaveLength(4);
  });
});

describe("a new table", () => {
  const levels = ["a", "b", "c", "guest"].map((level, i) => ({
    level,
    name: level,
    guest: level === "guest",
    grade: level === "guest" ? 0 : i + 1,
    help: "",
  }));
  it("offers the middle of the ladder, or the first of characters", () => {
    expect(usualLevel(levels)).toBe("b");
    expect(usualLevel(levels.map((one) => ({ ...one, grade: 0 })))).toBe("a");
    expect(usualLevel([])).toBe("greedy");
  });
  it("seats me first and the others by company", () => {
    expect(seatsFor("link", 3, "Ada", "").map((seat) => seat.kind)).toEqual([
      "mine",
      "open",
      "open",
    ]);
    expect(seatsFor("bots", 2, "Ada", "b")[1]).toMatchObject({ kind: "bot", level: "b" });
  });
});
