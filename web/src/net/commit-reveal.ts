import type { Commit, Open, Pact } from "../wire.gen";
import { frozenHash, NONE, promise, type Kept } from "./fair";

const KEY = "filon.pact.";
const MOST = 40; // matches whose lists a browser keeps

interface Number {
  frozen: string;
  opening: string;
  promise: string;
}

/** What this browser kept of a match's start; nothing if it did not see it. */
export function kept(match: string): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY + match) ?? "[]") as Kept[];
  } catch {
    return [];
  }
}

function keep(match: string, one: Kept) {
  const others = kept(match).filter(({ since }) => since !== one.since);
  try {
    localStorage.removeItem(KEY + match); // so that the newest come last
    const old = Object.keys(localStorage).filter((name) => name.startsWith(KEY));
    for (const name of old.slice(0, -MOST)) localStorage.removeItem(name);
    localStorage.setItem(KEY + match, JSON.stringify([...others, one]));
  } catch {
    // A browser that keeps nothing still plays; it will say what it could not check.
  }
}

/** Thirty-two bytes of this browser's own chance, in hex. */
export function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The side of this device in agreeing on the dice: it promises a number for each of its seats, and
 * opens it only to a list that holds that promise. What it saw and opened is kept for the end.
 */
export class Promises {
  #numbers = new Map<string, Number>();
  #lists = new Map<string, Set<string>>(); // rounds whose list was seen, by match

  constructor(readonly table: string) {}

  /** What to answer: a promise or an opening for each seat of this device, or nothing. */
  hear(told: Pact, seats: number[]): (Commit | Open)[] {
    const { frozen, round, listed } = told;
    if (frozen.match !== `${this.table}-${told.match}`) return [];
    const hash = frozenHash(frozen);
    const mine = seats.filter((seat) => frozen.seats[seat] === "person");
    if (!round) {
      if (!kept(frozen.match).some(({ since }) => since === frozen.since))
        keep(frozen.match, { listed, own: {}, restarts: told.restarts, since: frozen.since });
      return [];
    }
    if (!listed.length) {
      return mine.map((seat) => this.#commit(round, hash, seat));
    }
    const numbers = mine.flatMap((seat) => {
      const number = this.#numbers.get(`${round} ${seat}`);
      return number ? [{ seat, ...number }] : [];
    });
    // All it promised is kept, opened or not: a promise left out is found at the end.
    const own = Object.fromEntries(numbers.map(({ seat, opening }) => [seat, opening]));
    const same = kept(frozen.match).find((one) => one.listed.join() === listed.join());
    keep(frozen.match, {
      listed,
      own: { ...same?.own, ...own },
      restarts: Math.max(told.restarts, this.#cancelled(frozen.match, round)),
      since: frozen.since,
    });
    const right = (one: Number & { seat: number }) =>
      one.frozen === hash && one.promise === listed[one.seat] && this.#whole(told);
    return numbers
      .filter(right)
      .map(({ seat, opening }) => ({ type: "open", seat, round, opening }));
  }

  /** The server did not take a promise: another page of this seat was first, or it came late. */
  forget({ round, seat }: Commit, match: string) {
    const number = this.#numbers.get(`${round} ${seat}`);
    this.#numbers.delete(`${round} ${seat}`);
    for (const one of kept(match))
      if (number && one.own[seat] === number.opening) {
        const own = Object.entries(one.own).filter(([other]) => other !== String(seat));
        keep(match, { ...one, own: Object.fromEntries(own) });
      }
  }

  #commit(round: string, frozen: string, seat: number): Commit {
    const key = `${round} ${seat}`;
    let number = this.#numbers.get(key);
    if (!number) {
      const opening = fresh();
      number = { frozen, opening, promise: promise(frozen, seat, opening) };
      this.#numbers.set(key, number);
    }
    return { type: "commit", seat, round, promise: number.promise };
  }

  /** The list has a place for every seat and one for the server, and the server promised. */
  #whole({ listed, frozen }: Pact): boolean {
    return listed.length === frozen.seats.length + 1 && listed.at(-1) !== NONE;
  }

  /** How many lists came before this one for the same match: as many starts were cancelled. */
  #cancelled(match: string, round: string): number {
    const seen = this.#lists.get(match) ?? new Set<string>();
    this.#lists.set(match, seen.add(round));
    return seen.size - 1;
  }
}
