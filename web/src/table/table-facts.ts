import type { Fork, SeatInfo } from "../wire.gen";
import { colourOf } from "./boards";
import { castAt, nameOf } from "./names";
import { games } from "../net/games.svelte";
import type { Options, Origin, Sitter } from "./types";

/**
 * What a desk shows of the table around the game. Every owner of a desk gives one, made of getters:
 * a change of language then changes titles and names wherever a game is shown.
 */
export interface TableFacts {
  readonly slug: string;
  readonly gameTitle: string;
  readonly options: Options;
  /** Which numbers of a happening are seats: the game's `seat_slots`. */
  readonly seatSlots: string[];
  /** Whether a seat's own hand throws in this game. */
  readonly throws: boolean;
  /** Why advice may be had here: alone with bots, or all agreed; "" where it may not be. */
  readonly hints: "" | "alone" | "agreed";
  /** Where this game comes from: a moment of another one, or the challenge of a day. */
  readonly origin: Origin | null;
  /** The seats, named as the holder of this one reads them. */
  sitters(seat: number | null): Sitter[];
}

/** A table as the server tells of it, or as much of one as a replay or a puzzle knows. */
export interface Around {
  /** Decides who of the camp plays for the computer. */
  id: string;
  game: string;
  seats: SeatInfo[];
  options: Options;
  /** The seats that this browser holds. */
  mine: number[];
  hints?: TableFacts["hints"];
  origin?: Origin | null;
  /** A person without a name reads "You" at their own seat. */
  self?: boolean;
}

/** The facts of a table whose game is on the shelf; null as long as it is not known. */
export function factsOf(around: () => Around | null): TableFacts {
  const game = () => games.get(around()?.game ?? "");
  return {
    get slug() {
      return around()?.game ?? "";
    },
    get gameTitle() {
      return games.title(around()?.game ?? "");
    },
    get options() {
      return around()?.options ?? {};
    },
    get seatSlots() {
      return game()?.seat_slots ?? [];
    },
    get throws() {
      return game()?.throws ?? true;
    },
    get hints() {
      return around()?.hints ?? "";
    },
    get origin() {
      return around()?.origin ?? null;
    },
    sitters(me) {
      const table = around();
      return table ? sittersOf(table, me) : [];
    },
  };
}

/** The game a fork goes on from, and where it can be seen. */
export const originOf = (fork: Fork | null): Origin | null =>
  fork && {
    step: fork.step,
    href: fork.table === null ? "" : `/r/${fork.table}/${fork.match ?? 1}#${fork.step}`,
  };

function sittersOf(table: Around, me: number | null): Sitter[] {
  const cast = castAt(table);
  return table.seats.map((seat) => ({
    seat: seat.seat,
    name: nameOf(table, seat, table.self === true && seat.seat === me),
    kind: seat.kind,
    level: seat.level ?? "",
    game: table.game,
    colour: colourOf(table.game, seat.seat),
    face: cast.get(seat.seat),
    mine: table.mine.includes(seat.seat),
    here: seat.kind === "bot" || seat.here,
    standIn: seat.stand_in,
    resigned: seat.resigned,
    ready: null,
  }));
}
