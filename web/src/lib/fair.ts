import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Proof } from "../wire.gen";

/** What checking a proof found: the first draw that is wrong, or none. */
export interface Checked {
  /** The seed is the one whose fingerprint was shown before the first step. */
  committed: boolean;
  draws: number;
  /** Step numbers whose outcome does not follow from the seed. */
  wrong: number[];
}

const SPAN = 1n << 64n;

/** The seats' entropy in seat order, as it enters every draw. */
export function mixed(entropy: string[]): string {
  return bytesToHex(sha256(concatBytes(...entropy.map((part) => sha256(hexToBytes(part))))));
}

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

/** Checks a match that ended: the commitment, and every draw against the listed weights. */
export function check(proof: Proof, commitment: string): Checked {
  const seed = hexToBytes(proof.seed);
  const mix = mixed(proof.entropy);
  const wrong = proof.draws
    .filter(
      (one) =>
        one.legal[draw(seed, proof.scheme, proof.match, mix, one.n, one.weights)] !== one.step,
    )
    .map((one) => one.n);
  return { committed: bytesToHex(sha256(seed)) === commitment, draws: proof.draws.length, wrong };
}
