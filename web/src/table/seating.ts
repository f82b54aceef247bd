import type { GameInfo, Level } from "../net/api";
import type { SeatWish } from "../wire.gen";

/** With whom: over a link, on one screen, or against the computer. */
export type Company = "bots" | "screen" | "link";

/** The level a new opponent gets: the middle of the game's ladder; of characters the first. */
export function usualLevel(levels: Level[]): string {
  const ladder = levels.filter((one) => one.grade);
  return ladder[Math.floor((ladder.length - 1) / 2)]?.level ?? levels[0]?.level ?? "greedy";
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
