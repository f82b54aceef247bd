/** Steps by their notation, and what the engine foresees of them. */
import type { View } from "./view.gen";

/** The verb of a notation. */
export const verbOf = (step: string): string => step.split(" ", 1)[0] ?? "";
/** The number a notation ends with: the card of `take 12`, the amount of `bid 9`. */
export const lastOf = (step: string): number => Number(step.split(" ").at(-1));

/** The step of this verb that names this card, if it may be taken. */
export function stepOn(legal: string[], verbs: string[], card: number): string | null {
  return verbs.map((verb) => `${verb} ${card}`).find((step) => legal.includes(step)) ?? null;
}

type After = View["if"][string];
type FieldsOf<One> = One extends unknown ? keyof One : never;
type Having<F, One> = One extends unknown ? (F extends keyof One ? One : never) : never;

/** What the step would lead to, if that is told with this field; undefined otherwise. */
export function foreseen<F extends FieldsOf<After>>(view: View, step: string | null, field: F) {
  const after = step === null ? undefined : view.if[step];
  return after && field in after ? (after as Having<F, After>) : undefined;
}
