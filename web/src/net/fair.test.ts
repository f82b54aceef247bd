import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Frozen, Proof } from "../wire.gen";
import { check, frozenHash, frozenText, hashed, promise, seedPromise, type Kept } from "./fair";

interface Vectors {
  hashed: { parts: string[]; hash: string }[];
  frozen: { value: Frozen; text: string; hash: string };
  strange: { value: Frozen; text: string; hash: string };
  opening: { seat: number; opening: string; promise: string };
  seed: { seed: string; promise: string };
  mix: string;
  proof: Proof;
  record: string;
  kept: Kept[];
  first: Proof;
  forged: { name: string; changes: [(string | number)[], unknown][]; page: string[] }[];
}
// The same file as the engine's tests read.
const V = JSON.parse(readFileSync("tests/support/fair_vectors.json", "utf8")) as Vectors;
const AGAINST = { match: V.proof.match, kept: V.kept, record: V.record };

function changed(changes: Vectors["forged"][0]["changes"]): Proof {
  const forged = structuredClone(V.proof);
  for (const [path, value] of changes) {
    let at = forged as unknown as Record<string | number, unknown>;
    for (const name of path.slice(0, -1)) at = at[name] as typeof at;
    at[path.at(-1) ?? ""] = value;
  }
  return forged;
}

describe("filon-fair-2", () => {
  it("hashes as the engine does", () => {
    for (const { parts, hash } of V.hashed) expect(hashed(...parts)).toBe(hash);
    for (const { value, text, hash } of [V.frozen, V.strange]) {
      expect(frozenText(value)).toBe(text);
      expect(frozenHash(value)).toBe(hash);
    }
    expect(promise(V.frozen.hash, V.opening.seat, V.opening.opening)).toBe(V.opening.promise);
    expect(seedPromise(V.frozen.hash, V.seed.seed)).toBe(V.seed.promise);
    expect(hashed(...V.proof.listed, ...V.proof.entropy)).toBe(V.mix);
  });

  it("finds nothing wrong with an honest proof, of either scheme", () => {
    expect(check(V.proof, AGAINST)).toEqual([]);
    expect(check(V.first, { match: V.first.match, kept: [], record: null })).toEqual([]);
  });

  it.each(V.forged)("refuses a forged proof: $name", ({ changes, page }) => {
    const kinds = new Set(check(changed(changes), AGAINST).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(page);
    expect(page).not.toEqual([]);
  });

  it("refuses the proof of another match, a scheme it does not know and no list at all", () => {
    const kinds = (proof: Proof, match = V.proof.match) =>
      check(proof, { ...AGAINST, match }).map(({ kind }) => kind);
    expect(kinds(V.proof, "other-1")).toEqual(["match"]);
    expect(kinds({ ...V.proof, scheme: "dice" })).toEqual(["scheme"]);
    const draws = V.proof.draws.map((one) => ({ ...one, weights: [] }));
    expect(kinds({ ...V.proof, draws })).toContain("draw");
  });
});
