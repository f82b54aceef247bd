import type { AnyDesk } from "./desk.svelte";
import { has, t } from "./i18n.svelte";
import { games } from "./shelf.svelte";
import type { Facts } from "./words";

/** The parts of a notation by name: "squat 3 5 2" is {verb: "squat", col: 3, row: 5, n: 2}. */
export function partsOf(
  text: string,
  verbs: Record<string, string[]>,
): Record<string, string | number> {
  const [verb = "", ...parts] = text.split(" ");
  const names = verbs[verb] ?? [];
  const found: Record<string, string | number> = { verb };
  parts.forEach((part, at) => {
    const name = names[at];
    if (name !== undefined) found[name] = /^-?\d+$/.test(part) ? Number(part) : part;
  });
  return found;
}

/** What the texts about a step may name: its parts, seats and things by their names. */
export function stepFacts(desk: AnyDesk, text: string): Facts {
  return desk.facts(partsOf(text, games.get(desk.slug)?.verbs ?? {}));
}

/** A step in words, short where the game has a short word for it; its notation if it has none. */
export function stepWords(desk: AnyDesk, text: string): string {
  const [verb = ""] = text.split(" ");
  for (const kind of ["said", "step"]) {
    const key = `${desk.slug}.${kind}.${verb}`;
    if (has(key)) return t(key, stepFacts(desk, text));
  }
  return text;
}
