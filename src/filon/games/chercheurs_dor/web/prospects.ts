/** What a throw can bring, counted from what the view foresees of every throw. */
import type { Paint } from "./paint";
import { steps, type Key, type View } from "./game.gen";

/** A throw as it lies: a number, a colour, or both. */
export interface Cast {
  n: number | null;
  colour: Paint | null;
}

/** The outcomes that have a text of their own, with what follows. */
type Outcome = Key extends infer K ? (K extends `can.${infer Word}.then` ? Word : never) : never;

export interface Prospect {
  /** Names the outcome: a meeting, "found", "nothing", a way, "robbed" or "escaped", … */
  key: Outcome;
  /** A number that belongs to it: grams, a claim. */
  value: number;
  casts: Cast[];
}

const ORDER = ["deposit", "exit", "roulette", "duel", "nothing"];

/** A chance notation as dice: "dice 3 Y", "colour G", "die 5"; null for any other step. */
export function castOf(step: string): Cast | null {
  const cast = steps.read(step, "dice", "colour", "die");
  return cast && { n: "n" in cast ? cast.n : null, colour: "colour" in cast ? cast.colour : null };
}

/** The outcomes of the throw that is due, best first; none where a scene of its own tells them. */
export function prospectsOf(view: View): Prospect[] {
  if (view.duel || view.phase === "spin") return [];
  const found = new Map<string, Prospect>();
  for (const [step, after] of Object.entries(view.if)) {
    const cast = castOf(step);
    if (!cast) continue;
    let key: Outcome;
    let value = 0;
    if ("meets" in after) key = after.meets;
    else if ("gold" in after) {
      key = after.gold ? "found" : "none";
      value = after.gold;
    } else if ("hold_up" in after) {
      key = after.hold_up ? "robbed" : "escaped";
      value = after.takes;
    } else if ("outlaw" in after) {
      key = after.outlaw !== null ? "outlaw" : after.to_claim !== null ? "claim" : "town";
      value = after.outlaw ?? after.to_claim ?? 0;
    } else continue;
    const name = `${key} ${value}`;
    const one = found.get(name) ?? { key, value, casts: [] };
    one.casts.push(cast);
    found.set(name, one);
  }
  const all = [...found.values()];
  return all.sort((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key) || b.value - a.value);
}

/** Where each throw leads on the street: the throw by the square it stops on. */
export function reachOf(view: View): Map<number, Cast & { meets: string }> {
  const found = new Map<number, Cast & { meets: string }>();
  for (const [step, after] of Object.entries(view.if)) {
    const cast = castOf(step);
    if (cast && "meets" in after) found.set(after.to, { ...cast, meets: after.meets });
  }
  return found;
}

/** One square off the Bank with gold to deposit: before it, after it, or not. */
export function nearMiss(view: View, stop: number, carries: boolean): "before" | "after" | null {
  const kind = (square: number) => view.board.street[(square + 24) % 24]?.kind;
  if (!carries || kind(stop) === "bank") return null;
  return kind(stop + 1) === "bank" ? "before" : kind(stop - 1) === "bank" ? "after" : null;
}
