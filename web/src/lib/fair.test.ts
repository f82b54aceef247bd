import { describe, expect, it } from "vitest";
import { check, draw, mixed } from "./fair";

// Computed with filon.core.fair: Fair(bytes(range(32)), "m1", [b"\x01", b""]).
const SEED = Uint8Array.from({ length: 32 }, (_, i) => i);
const PICKS = [3, 3, 1, 2, 2, 3, 1, 3];
const WEIGHTS = [1, 2, 3, 6];

describe("fair draws", () => {
  it("follow from seed and entropy as the engine's do", () => {
    const mix = mixed(["01", ""]);
    expect(mix).toBe("0cb82415a7954f417a53ff5728d138e2139ab4ecfd5c824cb3ce378875324dd2");
    expect(PICKS.map((_, n) => draw(SEED, "filon-fair-1", "m1", mix, n, WEIGHTS))).toEqual(PICKS);
  });

  const proof = {
    scheme: "filon-fair-1",
    match: "m1",
    game: "claim_it",
    edition: "1",
    players: 2,
    options: {},
    starters: null,
    commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    entropy: ["01", ""],
    draws: PICKS.map((at, n) => ({
      n,
      legal: ["a", "b", "c", "d"],
      weights: WEIGHTS,
      step: "abcd"[at] ?? "",
    })),
  };

  it("are checked against the commitment", () => {
    expect(check(proof, proof.commitment)).toEqual({ committed: true, draws: 8, wrong: [] });
    expect(check(proof, "00")).toMatchObject({ committed: false });
  });

  it("say which step was changed", () => {
    const draws = proof.draws.map((one) =>
      one.n === 3 ? { ...one, step: one.step === "a" ? "b" : "a" } : one,
    );
    expect(check({ ...proof, draws }, proof.commitment).wrong).toEqual([3]);
  });
});
