/** A review in words: marks, moments, the sentence under the account. The page makes no figures. */
import type { AnyDesk } from "../table/desk.svelte";
import { has, num, percent, t } from "../words/i18n.svelte";
import { stepFacts, stepWords } from "../table/steps";
import type { Happening } from "../table/types";
import type { Review, ReviewMoment } from "../wire.gen";
import type { Block, Mark } from "./figures";
import { blockOf, whose } from "./figures";

/** A figure with its sign, minus as a minus: "+37,2", "−4", "0". */
export function signed(value: number, digits = 0): string {
  const rounded = Number(value.toFixed(digits));
  if (rounded === 0) return num(0, 0);
  return `${rounded > 0 ? "+" : "−"}${num(Math.abs(rounded), digits)}`;
}

export const points = (review: Review, value: number) => (100 * value) / review.one;

/** A chance as a whole per cent. */
export const chance = (review: Review, value: number) => percent(value / review.one);

/** What fell, in words; notation where the game has none. */
export function drawWords(desk: AnyDesk, text: string): string {
  const [verb = ""] = text.split(" ");
  const key = `${desk.slug}.drew.${verb}`;
  return has(key) ? t(key, stepFacts(desk, text)) : stepWords(desk, text);
}

/** The name of the lane of draws: dice, cards, tokens. */
export function laneOf(desk: AnyDesk): string {
  const key = `${desk.slug}.luck`;
  return t(has(key) ? key : "shell.review.luck");
}

/** "tour 7": which round a step belongs to. */
export const roundOf = (blocks: Block[], step: number) => blocks[blockOf(blocks, step)]?.round ?? 1;

/** A mark's name with its place: "Bourde, tour 7, Jeb". */
export function markTitle(desk: AnyDesk, blocks: Block[], mark: Mark): string {
  const round = roundOf(blocks, mark.step);
  const what =
    mark.kind === "draw"
      ? (mark.draw.luck[mark.seat] ?? 0) >= 0
        ? "lucky"
        : "unlucky"
      : mark.choice.mark;
  return t("shell.review.mark", {
    what: what && t(`shell.review.${what}`),
    round,
    ...desk.about(mark.seat),
  });
}

/** What a mark is about, in a sentence or two. */
export function markText(desk: AnyDesk, review: Review, mark: Mark): string {
  if (mark.kind === "draw") {
    const { draw, seat } = mark;
    const after = review.chances[draw.step + 1]?.[seat] ?? 0;
    return t("shell.review.draw.text", {
      drew: drawWords(desk, draw.text),
      mean: chance(review, after - (draw.luck[seat] ?? 0)),
      after: chance(review, after),
      ...desk.about(seat),
    });
  }
  const { choice } = mark;
  const said = t("shell.review.choice.text", {
    best: stepWords(desk, choice.best.text),
    played: stepWords(desk, choice.played.text),
    a: chance(review, choice.best.chance.value),
    b: chance(review, choice.played.chance.value),
    ...desk.about(choice.seat),
  });
  if (!choice.hidden) return said;
  return `${said} ${t("shell.review.known", desk.about(choice.seat))}`;
}

/** A moment in a sentence: what fell or was chosen, and what it would have taken. */
export function momentText(desk: AnyDesk, moment: ReviewMoment): string {
  if (moment.kind === "draw") {
    // As the log told it; a review kept since before its moments had events names what fell.
    const lines = (moment.events ?? []).map((event) => desk.line(event as Happening));
    return (
      lines.filter(Boolean).join(" ") ||
      t("shell.review.fell", { drew: drawWords(desk, moment.text) })
    );
  }
  const facts = {
    step: stepWords(desk, moment.text),
    better: moment.better ? stepWords(desk, moment.better) : "",
    missed: moment.mark ? "yes" : "no",
    ...desk.about(moment.seat),
  };
  return t("shell.review.chose", facts);
}

/** The head of a moment: "Tour 3". */
export const momentHead = (blocks: Block[], moment: ReviewMoment) =>
  t("shell.review.moment", { round: roundOf(blocks, moment.step) });

/** Who had the luck, and who lost by choices: the sentence under the account. */
export function summaryText(desk: AnyDesk, review: Review, blocks: Block[]): [string, string] {
  const { summary } = review;
  const tenth = (value: number) => num(points(review, value), 1);
  const luck =
    review.ranked.length > 1 && summary.luck > 0
      ? t("shell.review.sum.luck", {
          ...desk.about(summary.lucky),
          ahead: tenth(summary.ahead),
          lane: laneOf(desk).toLocaleLowerCase(),
        })
      : "";
  if (summary.loser < 0 || points(review, summary.lost) < 0.1)
    return [luck, t("shell.review.sum.none")];
  const dearest = review.choices.find((choice) => choice.step === summary.dearest);
  const choices = t("shell.review.sum.choices", {
    ...desk.about(summary.loser),
    lost: tenth(summary.lost),
    n: summary.marks,
    dear: dearest ? "yes" : "no",
    cost: dearest ? tenth(dearest.lost) : "",
    step: dearest ? stepWords(desk, dearest.played.text) : "",
    round: dearest ? roundOf(blocks, dearest.step) : 0,
  });
  return [luck, choices];
}

export { whose };
