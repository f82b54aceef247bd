import type shell from "../../../src/filon/messages/en.json";

/** A key with any number where it has one: every "card.12" is the one type `card.${number}`. */
type Open<K extends string> = K extends `${infer Head}.${infer Rest}`
  ? `${Part<Head>}.${Open<Rest>}`
  : Part<K>;
type Part<P extends string> = P extends `${number}` ? `${number}` : P;

/** The keys of a catalogue, without its prefix. */
export type KeysOf<Texts, Prefix extends string> = {
  [K in keyof Texts]: K extends `${Prefix}${infer Rest}` ? Open<Rest> : never;
}[keyof Texts];

declare global {
  /** The games by their slugs; each `game.gen.ts` adds its own. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the games
  interface Games {}
}

/** The keys of the page's own texts. */
export type ShellKey = KeysOf<typeof shell, "">;

type GameKey = {
  [Slug in keyof Games & string]: Games[Slug] extends { key: infer K extends string }
    ? `${Slug}.${K}`
    : never;
}[keyof Games & string];

/** Every key of the catalogues: the page's, and each game's with its slug. */
export type TextKey = ShellKey | GameKey;
