import { has, t, type Desk, type Happening, type LogLine } from "$shell";
import type { View } from "./view.gen";
import { grams } from "./words";

const GOOD = new Set(["deposit", "win", "ready"]);
const BAD = new Set(["holdup", "robbery", "forfeit", "wounded", "lose"]);

/** A turn in a few lines; the seat stands above them. */
export function lines(desk: Desk<View>, events: Happening[]): LogLine[] {
  const found: LogLine[] = [];
  for (const event of events) {
    const key = `chercheurs_dor.log.${event.kind}`;
    if (!has(key)) continue;
    const rival = desk.about(Number(event["rival"] ?? 0), "rival");
    const sum = Number(event["grams"] ?? event["load"] ?? 0);
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
function lastAim(story: Happening[], hit: Happening): number {
  const aim = story.findLast(
    (one) => one.kind === "aim" && one.seat === hit.seat && Number(one["v"]) <= Number(hit["v"]),
  );
  return Number(aim?.["bullet"] ?? 1);
}

/** The rounds the happenings belong to, by their step. */
export function rounds(story: Happening[]): Map<number, number> {
  const found = new Map<number, number>();
  let round = 0;
  for (const event of story) {
    if (event.kind === "round") round = Number(event["round"]);
    else if (!found.has(Number(event["step"]))) found.set(Number(event["step"]), round);
  }
  return found;
}
