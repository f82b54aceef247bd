/** The parts of a round as the head of the table shows them. */
import type { View } from "./game.gen";

export const PARTS = ["deal", "auction", "pay", "choice", "gold"] as const;

export function partOf(phase: View["phase"]): (typeof PARTS)[number] | null {
  if (phase === "first" || phase === "over") return null;
  if (phase === "deal") return "deal";
  if (phase === "bid" || phase === "sealed") return "auction";
  return phase === "roll" || phase === "wire" || phase === "store" ? "gold" : "choice";
}
