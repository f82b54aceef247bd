import type { GameInfo, Level } from "./api";
import type { SeatWish } from "../wire.gen";

/** With whom: over a link, on one screen, or against the computer. */
export type Company = "bots" | "screen" | "link";

/** The level a new opponent gets: the middle of the ladder, leaving the two plain ones aside. */
export function usualLevel(levels: Level[]): string {
  const ladder = levels.filter((one) => one.level !== "random" && one.level !== "greedy");
  const from = ladder.length ? ladder : levels.filter((one) => one.level !== "random");
  return from[Math.floor((from.length - 1) / 2)]?.level ?? levels[0]?.level ?? "random";
}

/** The seats of a new table: mine first, the others by company. */
export function seatsFor(
  company: Company,
  players: number,
  name: string,
  level: string,
): SeatWish[] {
  return Array.from({ length: players }, (_, seat): SeatWish => {
    if (seat === 0) return { kind: "mine", name, level: "" };
    if (company === "bots") return { kind: "bot", name: "", level };
    return { kind: company === "screen" ? "mine" : "open", name: "", level: "" };
  });
}

/** How many seats to offer first: three where that is possible, it is the liveliest. */
export function usualSeats(game: GameInfo): number {
  return game.seats.includes(3) ? 3 : (game.seats[0] ?? 2);
}
