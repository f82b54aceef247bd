/** The slots of each verb in order, as a game declares them. */
export type Slots = Record<string, readonly string[]>;

/** The parts of a notation by name: "squat 3 5 2" is {verb: "squat", col: 3, row: 5, n: 2}. */
export function partsOf(text: string, slots: Slots): Record<string, string | number> {
  const [verb = "", ...words] = text.split(" ");
  const names = slots[verb] ?? [];
  const parts: Record<string, string | number> = { verb };
  words.forEach((word, at) => {
    const name = names[at];
    if (name !== undefined) parts[name] = /^-?\d+$/.test(word) ? Number(word) : word;
  });
  return parts;
}

/** A step taken apart: its verb, its arguments by name, and the notation itself as `text`. */
export type Parsed<Steps, Step, V extends keyof Steps = keyof Steps> = {
  [K in V]: { verb: K; text: Step } & Steps[K];
}[V];

/** Reads one game's notation; `game.gen.ts` makes it from the verbs of the layout. */
export class Notation<Steps, Step extends string> {
  readonly #slots: Slots;

  constructor(slots: Record<keyof Steps & string, readonly string[]>) {
    this.#slots = slots;
  }

  /** A step of one of these verbs (of any verb without them) taken apart; null for another one. */
  read<V extends keyof Steps & string>(
    text: string | null | undefined,
    ...verbs: V[]
  ): Parsed<Steps, Step, V> | null {
    if (text === undefined || text === null) return null;
    const parts = partsOf(text, this.#slots);
    const verb = String(parts["verb"]);
    if (!(verb in this.#slots) || (verbs.length && !(verbs as string[]).includes(verb)))
      return null;
    // The slots come from the same declaration as the types: tools/game_types.py.
    return { ...parts, text } as unknown as Parsed<Steps, Step, V>;
  }

  /** Those of some steps that have one of these verbs, taken apart. */
  pick<V extends keyof Steps & string>(
    texts: readonly string[],
    ...verbs: V[]
  ): Parsed<Steps, Step, V>[] {
    return texts.flatMap((text) => this.read(text, ...verbs) ?? []);
  }
}
