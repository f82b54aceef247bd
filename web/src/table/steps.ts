import type { AnyDesk } from "./desk.svelte";
import { has, t } from "../words/i18n.svelte";
import { partsOf } from "./notation";
import { games } from "../net/games.svelte";
import type { Facts } from "../words/grammar";

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
