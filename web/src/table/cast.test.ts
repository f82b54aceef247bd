import { describe, expect, it } from "vitest";
import type { SeatInfo } from "../wire.gen";
import { CAST, castOf } from "./cast";

const seat = (at: number, kind: SeatInfo["kind"], name = ""): SeatInfo => ({
  seat: at,
  kind,
  name,
  level: kind === "bot" ? "panner" : null,
  here: true,
  ranked: true,
  resigned: false,
  stand_in: false,
});
const table = (id: string, ...seats: SeatInfo[]) => castOf({ id, seats });

describe("the people of the camp", () => {
  it("are the same wherever the table is looked at", () => {
    const seats = [seat(0, "person", "Ada"), seat(1, "bot"), seat(2, "bot")];
    expect(table("k3f", ...seats)).toEqual(table("k3f", ...seats));
    expect([...table("k3f", ...seats).keys()]).toEqual([1, 2]);
  });

  it("are never two of one, whoever else is there", () => {
    for (const id of ["a", "b7", "x9q", "Zz41", "table"]) {
      const seats = CAST.slice(0, 7).map((name, at) =>
        at % 2 ? seat(at, "person", name) : seat(at, "bot"),
      );
      const found = [...table(id, ...seats).values()];
      expect(new Set(found).size).toBe(found.length);
      for (const at of [1, 3, 5]) expect(found).not.toContain(CAST[at]);
    }
  });

  it("sit where a game wants them, unless somebody there is called so", () => {
    const seats = [seat(0, "person", "Lou"), seat(1, "bot"), seat(2, "bot")];
    const found = castOf({ id: "k3f", seats }, (at) => (at === 1 ? "lou" : "nell"));
    expect(found.get(1)).not.toBe("lou");
    expect(found.get(2)).toBe("nell");
  });

  it("keep the name they were given, and its face", () => {
    expect(table("k3f", seat(0, "person"), seat(1, "bot", "Lou")).get(1)).toBe("lou");
  });
});
