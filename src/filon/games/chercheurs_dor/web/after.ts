// What a step would bring, as the view tells it per notation.
import type { Bet, Staked, View } from "./game.gen";

/** What a bet wins, keeps or loses; undefined when none can be laid. */
export function staked(view: View, bet: Bet): Staked | undefined {
  const after = view.if[`stake ${bet.grams} ${bet.n} ${bet.colour}`];
  return after && "both" in after ? after : undefined;
}

/** The claim to which a way home leads; 0 when there is none to choose. */
export function homeward(view: View, way: "left" | "right"): number {
  const after = view.if[`home ${way}`];
  return (after && "to_claim" in after ? after.to_claim : null) ?? 0;
}
