import { has, t, text } from "../words/i18n.svelte";
import type { ShellKey } from "../words/text-keys";
import type { AnyGame, Happening, Sitter } from "./types";
import type { Facts } from "../words/grammar";

/** What the words about a game need to know of its desk. */
interface Spoken {
  readonly slug: string;
  readonly seat: number | null;
  readonly seats: Sitter[];
  readonly seatSlots: string[];
}

/** A game's texts, with seats and things told by their names. */
export class Wording<G extends AnyGame> {
  readonly #desk: Spoken;

  constructor(desk: Spoken) {
    this.#desk = desk;
  }

  /** The game's text of a key, without the slug: t("ask.place"). Falls back on the shell's. */
  t(key: G["key"] | ShellKey, facts: Facts = {}): string {
    const own = `${this.#desk.slug}.${key}`;
    return has(own) || !has(key) ? text(own, facts) : t(key, facts);
  }

  /** Facts that texts about a seat use: {name} and {me} as yes or no, or {to} and {to_me}. */
  about(seat: number, role = ""): Facts {
    const me = seat === this.#desk.seat ? "yes" : "no";
    const name = this.#desk.seats[seat]?.name ?? "";
    return role ? { [role]: name, [`${role}_me`]: me } : { name, me };
  }

  /** The line a happening makes in log and screen reader; "" if it makes none. */
  line(event: Happening): string {
    const own = `${this.#desk.slug}.event.${event.kind}`;
    const key = has(own) ? own : `${event.kind}`;
    if (!has(key)) return "";
    return t(key, { ...this.facts(event), ...this.about(event.seat) });
  }

  /** What a text may tell of an event, a step or a reason: seats and things by their names. */
  facts(named: Record<string, unknown>): Facts {
    const { slug, seatSlots } = this.#desk;
    const facts: Facts = { ...named } as Facts;
    for (const [name, value] of Object.entries(named)) {
      if (name === "seat" && "kind" in named) continue; // {name} and {me} tell it
      // Another seat named by an event is told by its name: {to} becomes a name, {to_me} yes or no.
      if (typeof value === "number" && seatSlots.includes(name)) {
        Object.assign(facts, this.about(value, name));
      } else if (typeof value === "number" && has(`${slug}.${name}.${value}`)) {
        // A number that stands for a thing is told by its name: the text of `SLUG.card.12`.
        facts[name] = text(`${slug}.${name}.${value}`);
      }
    }
    return facts;
  }
}
