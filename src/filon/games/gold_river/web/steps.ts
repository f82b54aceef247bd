/** Steps by their notation, and what the engine foresees of them. */
import { steps, type Step, type View } from "./game.gen";

/** The verbs that name a card. */
export const ON_CARDS = ["take", "discard", "blast", "rob", "give", "get", "vein"] as const;
type OnCard = (typeof ON_CARDS)[number];

/** The verb of a notation; null for none. */
export const verbOf = (step: string | null | undefined) =>
  steps.read(step ?? undefined)?.verb ?? null;
/** The card a step names; null if it names none. */
export const cardIn = (step: string | null) =>
  steps.read(step ?? undefined, ...ON_CARDS)?.card ?? null;

/** The step of one of these verbs that names this card, if it may be taken. */
export function stepOn(legal: Step[], verbs: readonly OnCard[], card: number): Step | null {
  return verbs.map((verb) => `${verb} ${card}` as const).find((one) => legal.includes(one)) ?? null;
}

type After = View["if"][string];
type FieldsOf<One> = One extends unknown ? keyof One : never;
type Having<F, One> = One extends unknown ? (F extends keyof One ? One : never) : never;

/** What the step would lead to, if that is told with this field; undefined otherwise. */
export function foreseen<F extends FieldsOf<After>>(view: View, step: string | null, field: F) {
  const after = step === null ? undefined : view.if[step];
  return after && field in after ? (after as Having<F, After>) : undefined;
}
