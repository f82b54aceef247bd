/** What a board hands its Frame, area by area; docs/writing-a-board.md shows where each stands. */
import type { Snippet } from "svelte";
import type { Column } from "./ending";
import type { TextKey } from "../words/text-keys";
import type { Happening, Sitter } from "./types";

/** One line of the log. */
export interface LogLine {
  text: string;
  tone?: "plain" | "good" | "bad" | "now";
  dice?: number[];
}

/** What a game writes about its seats: on their cards, and in the strip of a narrow screen. */
export interface SeatParts {
  /** Figures inside a seat's card. */
  figures?: Snippet<[Sitter]>;
  /** The big figure at the right of a seat's name. */
  head?: Snippet<[Sitter]>;
  /** Instead of the disc. */
  portrait?: Snippet<[Sitter]>;
  /** What a seat's state line says, instead of "you", "online", … */
  sub?: (sitter: Sitter) => string;
  /** The word on the ribbon of the seat to act. */
  flag?: (sitter: Sitter) => string;
  /** Figures in a seat's cell of the strip. */
  chip?: Snippet<[Sitter]>;
  /** Under the disc in that cell. */
  chipFoot?: Snippet<[Sitter]>;
  /** The least width of such a cell, in rem. */
  cell?: number;
  /** One more figure, beside the pill of the bar on a narrow screen. */
  extra?: Snippet;
  /** Under the cards: what ends the game, a common stock. */
  under?: Snippet;
}

/** How a game tells what happened; by default one line per happening, grouped per turn. */
export interface LogParts {
  /** The game's own log, where turns are not its unit. */
  own?: Snippet;
  /** The lines of a turn. */
  lines?(events: Happening[]): LogLine[];
  /** A word at the right of a turn's head (round, turn). */
  when?(events: Happening[]): string;
  /** Happenings that open a new turn even for the same seat. */
  opens?(event: Happening): boolean;
  /** At the foot of the log: the map's legend. */
  legend?: Snippet;
  /** A sentence at the foot of log and rules. */
  note?: string;
}

/** The end sheet. */
export interface EndParts {
  /** Key of the game's word for a score, with {n} ("points"). */
  unit?: TextKey;
  /** Why a seat stands where it stands, in the game's words. */
  tally?: Snippet<[Sitter]>;
  /** The rules of the ranking, the one that counts first first; without them the score alone. */
  columns?: Column[];
  /** What the board outlines in gold for the winner, in words; the board draws it when over. */
  outline?: string;
  /** The board plays its own final count and opens the end sheet itself (`showEnd`). */
  own?: boolean;
}

/** The room the areas take. */
export interface Shape {
  /** Width : height of the board; without it the board takes all the room. */
  fit?: number | undefined;
  /**
   * How high the action bar is, in rem, in every phase: on a wide screen, on a laptop less than 800 px
   * high, on a screen held upright, and beside the board of a low one.
   */
  bar?: { wide?: number; low?: number; upright?: number; sideways?: number };
  /** A wide right column, for stages. */
  wide?: boolean;
  /** The board gains from the log's room: on a small laptop the log starts as a rail. */
  folds?: boolean;
}
