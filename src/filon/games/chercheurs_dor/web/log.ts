import { has, t, type Desk, type EventOf, type Happening, type LogLine } from "$shell";
import type { Game } from "./game.gen";
import { grams } from "./words";

const GOOD = new Set(["deposit", "win", "ready"]);
const BAD = new Set(["holdup", "robbery", "forfeit", "wounded", "lose"]);

/** A turn in a few lines; the seat stands above them. */
export function lines(desk: Desk<Game>, events: Happening<Game>[]): LogLine[] {
  const found: LogLine[] = [];
  for (const event of events) {
    const key = `chercheurs_dor.log.${event.kind}`;
    if (!has(key)) continue;
    const rival = desk.about("rival" in event ? event.rival : 0, "rival");
    const sum = "grams" in event ? event.grams : "load" in event ? event.load : 0;
    const what =
      sum > 0 ? t("chercheurs_dor.log.plus", { g: grams(sum) }) : t("chercheurs_dor.log.nothing");
    const bullet = event.kind === "hit" ? lastAim(desk.story, event) : 0;
    const facts = { ...event, ...desk.about(event.seat), ...rival, g: grams(sum), what, bullet };
    found.push({
      text: t(key, facts),
      tone: GOOD.has(event.kind) ? "good" : BAD.has(event.kind) ? "bad" : "plain",
    });
  }
  return found;
}

/** Which of the shooter's bullets this hit was. */
function lastAim(story: Happening<Game>[], hit: Happening<Game>): number {
  const aim = story.findLast(
    (one): one is EventOf<Game, "aim"> =>
      one.kind === "aim" && one.seat === hit.seat && (one.v ?? 0) <= (hit.v ?? 0),
  );
  return aim?.bullet ?? 1;
}

/** The rounds the happenings belong to, by their step. */
export function rounds(story: Happening<Game>[]): Map<number, number> {
  const found = new Map<number, number>();
  let round = 0;
  for (const event of story) {
    if (event.kind === "round") round = event.round;
    else if (!found.has(event.step ?? -1)) found.set(event.step ?? -1, round);
  }
  return found;
}
