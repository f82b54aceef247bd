import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Draw, Frozen, Part, Proof } from "../wire.gen";

export const FIRST = "filon-fair-1";
export const SCHEME = "filon-fair-2";
export const NONE = "none";

/** What this browser kept of a start: the list it saw, its own numbers by seat, cancelled starts. */
export interface Kept {
  listed: string[];
  own: Record<string, string>;
  restarts: number;
  since: number;
}

/** Something that is not as it should be; the kinds are those of `filon verify`. */
export interface Fault {
  kind: string;
  /** A step, or a seat. */
  n: number;
}

/** What a proof is checked against. */
export interface Against {
  match: string;
  kept: Kept[];
  /** The record as text; null if it could not be had. */
  record: string | null;
}

const SPAN = 1n << 64n;

/** filon-fair-1: the seats' entropy in seat order, as it enters every draw. */
export function mixed(entropy: string[]): string {
  return bytesToHex(sha256(concatBytes(...entropy.map((part) => sha256(hexToBytes(part))))));
}

/** SHA-256 of texts, each behind its length in bytes (docs/fair.md). */
export function hashed(...parts: string[]): string {
  const told = parts.map(utf8ToBytes).flatMap((part) => {
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, part.length);
    return [size, part];
  });
  return bytesToHex(sha256(concatBytes(...told)));
}

/** What a start freezes, as its one text. */
export function frozenText(frozen: Frozen): string {
  const options = Object.fromEntries(Object.entries(frozen.options).sort(by));
  const { edition, game, match, seats, since, starters } = frozen;
  return JSON.stringify({ edition, game, match, options, seats, since, starters });
}

const by = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** S, which every promise names. */
export const frozenHash = (frozen: Frozen) => hashed(SCHEME, frozenText(frozen));

/** c: what a device says of its number before anything is known. */
export const promise = (frozen: string, seat: number, opening: string) =>
  hashed(SCHEME, frozen, String(seat), opening);

/** C: what the server says of its seed once it has the devices' promises. */
export const seedPromise = (frozen: string, seed: string) => hashed(SCHEME, frozen, seed);

/** The index drawn at step n, each as likely as its weight, without modulo bias. */
export function draw(
  seed: Uint8Array,
  scheme: string,
  match: string,
  mix: string,
  n: number,
  weights: number[],
): number {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  const limit = SPAN - (SPAN % total);
  for (let counter = 0; ; counter++) {
    const digest = hmac(sha256, seed, utf8ToBytes(`${scheme}|${match}|${mix}|${n}|${counter}`));
    const number = digest.slice(0, 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    if (number >= limit) continue;
    let left = number % total;
    for (const [index, weight] of weights.entries()) {
      left -= BigInt(weight);
      if (left < 0n) return index;
    }
  }
}

/** All parts of a match: one, and one more each time it came from a back-up. */
export const parts = (proof: Proof): Part[] => [...(proof.earlier ?? []), proof];

/** How many steps are a parent's, of whose draws a fork's proof says nothing. */
export const inherited = (proof: Proof): number => parts(proof)[0]?.since ?? 0;

/** The seats whose devices promised. */
export const promised = (part: Part): number[] =>
  part.listed.slice(0, -1).flatMap((one, seat) => (one === NONE ? [] : [seat]));

/** Checks a match that ended; nothing is wrong if no fault comes back. */
export function check(proof: Proof, against: Against): Fault[] {
  const unknown = parts(proof).filter(({ scheme }) => scheme !== FIRST && scheme !== SCHEME);
  if (unknown.length) return [{ kind: "scheme", n: -1 }];
  return [
    ...(proof.match === against.match ? [] : [{ kind: "match", n: -1 }]),
    ...parts(proof).flatMap((part) => checkPart(proof, part)),
    ...checkDraws(proof),
    ...checkKept(proof, against.kept),
    ...(against.record === null ? [] : checkRecord(proof, against.record)),
  ];
}

function checkPart(proof: Proof, part: Part): Fault[] {
  const faults: Fault[] = [];
  if (bytesToHex(sha256(hexToBytes(part.seed))) !== part.commitment)
    faults.push({ kind: "seed", n: -1 });
  if (part.scheme === FIRST) return faults;
  const { players, game, edition, options, starters, match } = proof;
  const { seats, since, listed, entropy } = part;
  const sizes = [seats.length, listed.length - 1, entropy.length];
  const well = listed.every((one) => /^(none|[0-9a-f]{64})$/.test(one)) && listed.at(-1) !== NONE;
  if (!well || sizes.some((size) => size !== players))
    return [...faults, { kind: "listed", n: -1 }];
  const frozen = frozenHash({ match, game, edition, options, seats, starters, since });
  if (listed.at(-1) !== seedPromise(frozen, part.seed)) faults.push({ kind: "promise", n: -1 });
  for (const seat of promised(part)) {
    const opening = entropy[seat] ?? "";
    if (opening.length !== 64 || promise(frozen, seat, opening) !== listed[seat])
      faults.push({ kind: "opening", n: seat });
  }
  return faults;
}

function checkDraws(proof: Proof): Fault[] {
  const faults: Fault[] = [];
  const all = parts(proof).map((part) => ({
    ...part,
    key: hexToBytes(part.seed),
    mix: part.scheme === FIRST ? mixed(part.entropy) : hashed(...part.listed, ...part.entropy),
  }));
  let last = -1;
  for (const one of proof.draws) {
    if (one.n <= last) faults.push({ kind: "twice", n: one.n });
    last = Math.max(last, one.n);
    const part = all.findLast(({ since }) => since <= one.n) ?? all[0];
    const at =
      part && isList(one)
        ? draw(part.key, part.scheme, proof.match, part.mix, one.n, one.weights)
        : -1;
    if (one.legal[at] !== one.step) faults.push({ kind: "draw", n: one.n });
  }
  if (proof.draws.length > 1 && proof.draws.every(({ legal }) => legal.length === 1))
    faults.push({ kind: "certain", n: -1 });
  return faults;
}

const isList = ({ legal, weights }: Draw) =>
  weights.length > 0 && weights.length === legal.length && weights.every((weight) => weight > 0);

function checkKept(proof: Proof, kept: Kept[]): Fault[] {
  return kept.flatMap((one) => {
    const part = parts(proof).find(({ since }) => since === one.since);
    if (!part || part.listed.join() !== one.listed.join()) return [{ kind: "kept", n: -1 }];
    const faults = Object.entries(one.own)
      .filter(([seat, number]) => part.entropy[Number(seat)] !== number)
      .map(([seat]) => ({ kind: "own", n: Number(seat) }));
    if (part.restarts < one.restarts) faults.push({ kind: "restarts", n: -1 });
    return faults;
  });
}

/** The draws stand in the record, and none of the record's is left out: a verb is chance's or not. */
function checkRecord(proof: Proof, record: string): Fault[] {
  const [head = "", body = ""] = record.split("\n\n");
  const told = new Map(head.split("\n").map((line) => line.split(": ") as [string, string]));
  const steps = body.split("\n");
  const faults: Fault[] = [];
  if (told.get("game") !== proof.game || told.get("players") !== String(proof.players))
    faults.push({ kind: "game", n: -1 });
  const verb = (step: string) => step.split(" ")[0] ?? "";
  const chance = new Set(proof.draws.map(({ step }) => verb(step)));
  const drawn = new Map(proof.draws.map(({ n, step }) => [n, step]));
  for (const [n, step] of drawn) if (steps[n] !== step) faults.push({ kind: "step", n });
  for (const [n, step] of steps.entries())
    if (n >= inherited(proof) && chance.has(verb(step)) && !drawn.has(n))
      faults.push({ kind: "missing", n });
  if (inherited(proof) !== Number(told.get("fork") ?? 0)) faults.push({ kind: "match", n: -1 });
  return faults;
}
