import { beforeEach, describe, expect, it } from "vitest";
import type { Pact } from "../wire.gen";
import { frozenHash, promise } from "./fair";
import { kept, Promises } from "./commit-reveal";

const store = new Map<string, string>();
Object.defineProperty(globalThis, "localStorage", {
  value: new Proxy(
    {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
      removeItem: (key: string) => store.delete(key),
    },
    {
      ownKeys: () => [...store.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  ),
});

const ASK: Pact = {
  type: "pact",
  match: 1,
  round: "r1",
  frozen: {
    match: "t-1",
    game: "x",
    edition: "1",
    options: {},
    seats: ["person", "bot random", "person"],
    starters: null,
    since: 0,
  },
  restarts: 0,
  late: [],
  listed: [],
};
const SERVER = "cd".repeat(32);

function committed(device: Promises, told = ASK, seats = [0]): string[] {
  return device.hear(told, seats).map((one) => (one.type === "commit" ? one.promise : ""));
}

describe("a device", () => {
  beforeEach(() => store.clear());

  it("promises once a round, and opens the list that holds its promise", () => {
    const device = new Promises("t");
    const [mine = ""] = committed(device);
    expect(committed(device)).toEqual([mine]);
    const listed = [mine, "none", "none", SERVER];
    const [open] = device.hear({ ...ASK, listed }, [0]);
    expect(open?.type).toBe("open");
    const opening = open?.type === "open" ? open.opening : "";
    expect(promise(frozenHash(ASK.frozen), 0, opening)).toBe(mine);
    expect(kept("t-1")).toEqual([{ listed, own: { 0: opening }, restarts: 0, since: 0 }]);
    device.hear({ ...ASK, round: "", listed: ["none", "none", "none", SERVER] }, [0]);
    expect(kept("t-1")[0]?.listed).toEqual(listed); // what it saw first counts
  });

  it("promises for every seat it holds, and for no bot", () => {
    expect(committed(new Promises("t"), ASK, [0, 1, 2])).toHaveLength(2);
  });

  it("opens nothing to a list without its promise, of another match or of other rules", () => {
    const device = new Promises("t");
    const [mine = ""] = committed(device);
    const listed = [mine, "none", "none", SERVER];
    const told = { ...ASK, listed };
    expect(device.hear({ ...told, listed: ["none", "none", "none", SERVER] }, [0])).toEqual([]);
    expect(device.hear({ ...told, listed: [mine, "none", "none"] }, [0])).toEqual([]);
    expect(device.hear({ ...told, listed: [...listed.slice(0, 3), "none"] }, [0])).toEqual([]);
    expect(device.hear({ ...told, round: "r2" }, [0])).toEqual([]);
    const other = { ...ASK.frozen, options: { easy: true } };
    expect(device.hear({ ...told, frozen: other }, [0])).toEqual([]);
    expect(device.hear({ ...ASK, frozen: { ...ASK.frozen, match: "u-1" } }, [0])).toEqual([]);
    expect(device.hear(told, [0])).toHaveLength(1);
  });

  it("counts cancelled starts itself, with another number each time", () => {
    const device = new Promises("t");
    const [first = ""] = committed(device);
    device.hear({ ...ASK, listed: [first, "none", "none", SERVER] }, [0]);
    const again = { ...ASK, round: "r2" }; // a server that hushes it up
    const [second = ""] = committed(device, again);
    expect(second).not.toBe(first);
    device.hear({ ...again, listed: [second, "none", "none", SERVER] }, [0]);
    expect(kept("t-1")[0]?.restarts).toBe(1);
  });

  it("keeps the list of a match it came late to", () => {
    const listed = ["none", "none", "none", SERVER];
    new Promises("t").hear({ ...ASK, round: "", listed, restarts: 2 }, []);
    expect(kept("t-1")).toEqual([{ listed, own: {}, restarts: 2, since: 0 }]);
  });
});
