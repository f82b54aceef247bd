import type { Bet } from "./game.gen";

/** The colours of dice, street, trails, wheel and target. */
export type Paint = Bet["colour"];
export const PAINTS: readonly Paint[] = ["Y", "G", "R"];

/** The colours as numbers of the events. */
export const paint = (code: unknown): Paint => PAINTS[Number(code)] ?? "Y";
