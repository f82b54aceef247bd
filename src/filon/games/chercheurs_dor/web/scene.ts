// A little scene on the stage: what is to be drawn, from the view or while something is played.
import type { Paint } from "./paint";
import type { Bet, Shot, View } from "./game.gen";

export interface Stamp {
  text: string;
  tone: "good" | "bad" | "plain";
}

export interface Roulette {
  kind: "roulette";
  seat: number;
  by: number;
  bet: Bet | null;
  result: { n: number; colour: Paint } | null;
  stamp: Stamp | null;
}

export interface Duel {
  kind: "duel";
  mover: number;
  other: number;
  draws: Record<number, number>;
  first: number | null;
  shooter: number | null;
  /** Square of the target the pawn stands on; -1 is Start. */
  pawn: number;
  aimed: boolean;
  shots: Shot[];
  die: number | null;
  stamp: Stamp | null;
}

export interface Holdup {
  kind: "holdup";
  victim: number;
  by: number;
  claim: number;
  /** On the way back up it is the receipt he is after. */
  receipt: boolean;
  atStake: number;
  die: number | null;
  stamp: Stamp | null;
}

export type Scene = Roulette | Duel | Holdup;

/** The scene the shown view is in the middle of; null if none. */
export function sceneOf(view: View): Scene | null {
  const seat = view.turn;
  const one = seat === null ? undefined : view.seats[seat];
  if (seat === null || !one) return null;
  if (view.phase === "stake" || view.phase === "spin") {
    return {
      kind: "roulette",
      seat,
      by: one.keeper ?? seat,
      bet: view.stake,
      result: null,
      stamp: null,
    };
  }
  if (view.duel) {
    const { mover, other, challenge, first, shooter, aim, shots } = view.duel;
    return {
      kind: "duel",
      mover,
      other,
      first,
      shooter,
      shots,
      pawn: aim ?? -1,
      aimed: aim !== null,
      draws: challenge === null ? {} : { [mover]: challenge },
      die: null,
      stamp: null,
    };
  }
  if (view.phase === "ambush" || view.phase === "return_ambush") {
    const receipt = view.phase === "return_ambush";
    const claim = receipt ? Math.floor((one.at_square ?? 0) / 4) + 1 : (one.at_claim ?? 1);
    return {
      kind: "holdup",
      victim: seat,
      by: one.right ?? seat,
      claim,
      receipt,
      atStake: receipt ? one.receipt : view.board.hold_up,
      die: null,
      stamp: null,
    };
  }
  return null;
}
