import type { ViewMessage } from "../wire.gen";
import type { Character } from "./cast";
import type { Colour } from "./seats";

/** Something that happened: its kind, whose doing (a seat, or -1 for chance), named numbers. */
export interface Happening {
  kind: string;
  seat: number;
  [fact: string]: unknown;
}

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
export const happenings = (events: ViewMessage["events"]) => events as Happening[];

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
