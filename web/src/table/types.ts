import type { ViewMessage } from "../wire.gen";
import type { Character } from "./cast";
import type { Colour } from "../ui/colours";
import type { Stage } from "./stage";

// Types, not interfaces: only then may an event stand where any facts may.
/* eslint-disable @typescript-eslint/consistent-type-definitions */
type Happened<Kind extends string> = {
  kind: Kind;
  /** Whose doing: a seat, or -1 for chance. */
  seat: number;
  /** The version and the step of the match it belongs to. */
  v?: number;
  step?: number;
};
/* eslint-enable */

/** What the table itself tells: a seat resigned, a computer player stands in, the game ended. */
type TableHappening = Happened<`table.${string}`> & {
  why?: string;
  level?: string;
  clock?: number;
};

/** What may happen in a game whose kinds of events have these numbers. */
export type HappeningOf<Events> =
  { [K in keyof Events & string]: Happened<K> & Events[K] }[keyof Events & string] | TableHappening;

/** A board's hooks: each plays one kind of happening and may await as long as it likes. */
export type HooksOf<Events> = {
  [K in keyof Events & string]?: (
    event: Happened<K> & Events[K],
    stage: Stage,
  ) => void | Promise<void>;
};

/** A game as the desk knows it; `game.gen.ts` declares each game's own `Game`. */
export interface AnyGame {
  view: unknown;
  happening: Happened<string> & Record<string, unknown>;
  hooks: object;
  /** The notation of a step. */
  step: string;
  /** The keys of its texts, without its slug. */
  key: string;
}

/** Something that happened, with its named numbers: of one game `Happening<Game>`, else of any. */
export type Happening<G extends AnyGame = AnyGame> = G["happening"];

/** The events of a game that have one of these kinds. */
export type EventOf<G extends AnyGame, K extends G["happening"]["kind"]> = Extract<
  G["happening"],
  { kind: K }
>;

/** A seat of the table as everybody knows it. */
export interface Sitter {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  /** A bot's level, "" for people. */
  level: string;
  /** The game whose level it is. */
  game?: string;
  colour: Colour;
  /** Who of the camp plays there for the computer. */
  face?: Character | undefined;
  /** Held by this browser. */
  mine: boolean;
  /** Somebody is following at the other end (bots always are). */
  here: boolean;
  /** A bot plays for the person for a while. */
  standIn: boolean;
  resigned: boolean;
  /** In a secret choice: has chosen. Null outside of one. */
  ready: boolean | null;
}

/** Who acts: a seat, several at once in secret, chance, or nobody any more. */
export type Actor = number | "sealed" | "chance" | "over";

/** Happenings off the wire: their kind and seat are always there, their numbers are the game's. */
export const happenings = <G extends AnyGame = AnyGame>(events: ViewMessage["events"]) =>
  events as Happening<G>[];

/** An option of the game as agreed at this table. */
export type Options = Record<string, string | number | boolean>;

/** The end of a game, scores as exact fractions ("15/2"), rank 1 for every winner. */
export interface Ending {
  scores: string[];
  ranks: (number | null)[];
}

/** Where a game comes from; `href` is "" where that cannot be seen. */
export interface Origin {
  step: number;
  href: string;
  /** The day whose challenge it is. */
  day?: string;
  /** What is said instead. */
  said?: string;
}
