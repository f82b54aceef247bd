/** What a review tells, made ready to be drawn: blocks of the strip, marks, points of the curve. */
import type {
  Review,
  ReviewChoice,
  ReviewDraw,
  ReviewMoment,
  ReviewRow,
  ReviewTurn,
} from "../wire.gen";

/** One block of the strip: whose turn, or several seats' where they chose at once. */
export interface Block {
  seats: number[];
  /** The numbers of its first and last step, from 0. */
  first: number;
  last: number;
  /** Which round it belongs to, from 1. */
  round: number;
}

/** More turns than this, and a block of the strip is a round. */
const TURNS = 60;

/** The turns of a game as blocks, all equally wide; very many of them are put together by round. */
export function blocksOf(turns: ReviewTurn[], steps: number): Block[] {
  const found: Block[] = [];
  let round = 1;
  let seen = new Set<number>();
  for (const turn of turns) {
    // A round is over when somebody's turn comes again; what is nobody's belongs to the next one.
    if (turn.seats.some((seat) => seen.has(seat))) {
      round += 1;
      seen = new Set();
    }
    for (const seat of turn.seats) seen.add(seat);
    found.push({ seats: turn.seats, first: turn.first, last: turn.last, round });
  }
  if (!found.length) return [{ seats: [], first: 0, last: Math.max(0, steps - 1), round: 1 }];
  return found.length > TURNS ? byRound(found) : found;
}

function byRound(blocks: Block[]): Block[] {
  const found: Block[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (last && last.round === block.round) {
      last.seats = [...last.seats, ...block.seats.filter((seat) => !last.seats.includes(seat))];
      last.last = block.last;
    } else found.push({ ...block, seats: [...block.seats] });
  }
  return found;
}

/** The block that the step of this number, from 0, lies in. */
export function blockOf(blocks: Block[], step: number): number {
  let at = 0;
  while (at + 1 < blocks.length && (blocks[at + 1]?.first ?? 0) <= step) at++;
  return at;
}

/** Where a game stands after n steps, from 0 to 1: the same for strip, curve and marks. */
export function placeOf(blocks: Block[], n: number): number {
  if (n <= 0) return 0;
  const at = blockOf(blocks, n - 1);
  const block = blocks[at];
  if (!block) return 0;
  const share = (n - block.first) / (block.last - block.first + 1);
  return (at + Math.max(0, Math.min(1, share))) / blocks.length;
}

/** After how many steps a game stands at a place of the strip. */
export function stepAt(blocks: Block[], place: number): number {
  const x = Math.max(0, Math.min(1, place)) * blocks.length;
  const at = Math.min(blocks.length - 1, Math.floor(x));
  const block = blocks[at];
  if (!block) return 0;
  return block.first + Math.round((x - at) * (block.last - block.first + 1));
}

/** After which steps the curve has a point: every draw, every turn's end, every marked choice. */
export function pointsOf(review: Review, blocks: Block[]): number[] {
  const found = new Set<number>([0, review.steps]);
  for (const draw of review.draws) found.add(draw.step + 1);
  for (const block of blocks) found.add(block.last + 1);
  for (const choice of review.choices) if (choice.mark) found.add(choice.step + 1);
  return [...found].filter((n) => n < review.chances.length).sort((a, b) => a - b);
}

/** Something on a lane under the curve that can be chosen. */
export type Mark =
  | { kind: "draw"; step: number; seat: number; block: number; size: number; draw: ReviewDraw }
  | {
      kind: "choice";
      step: number;
      seat: number;
      block: number;
      size: number;
      choice: ReviewChoice;
    };

/** All marks in the order of the game. */
export function marksOf(review: Review, blocks: Block[]): Mark[] {
  const found: Mark[] = [];
  for (const draw of review.draws) {
    if (!draw.marked) continue;
    const seat = whose(draw);
    found.push({
      kind: "draw",
      step: draw.step,
      seat,
      block: blockOf(blocks, draw.step),
      size: Math.abs(draw.luck[seat] ?? 0),
      draw,
    });
  }
  for (const choice of review.choices) {
    if (!choice.mark) continue;
    found.push({
      kind: "choice",
      step: choice.step,
      seat: choice.seat,
      block: blockOf(blocks, choice.step),
      size: choice.lost,
      choice,
    });
  }
  return found.sort((a, b) => a.step - b.step);
}

/** Whose luck a draw was: the hand's that threw, else of the seat it moved most. */
export function whose(draw: ReviewDraw): number {
  if (draw.seat >= 0) return draw.seat;
  const up = draw.luck[draw.lucky] ?? 0;
  const down = -(draw.luck[draw.unlucky] ?? 0);
  return up >= down ? draw.lucky : draw.unlucky;
}

/** On a narrow strip every lane shows one mark a block: the one that weighed most. */
export function worst(marks: Mark[]): Mark[] {
  const found = new Map<string, Mark>();
  for (const mark of marks) {
    const key = `${mark.kind} ${mark.block}`;
    const there = found.get(key);
    if (!there || there.size < mark.size) found.set(key, mark);
  }
  return marks.filter((mark) => found.get(`${mark.kind} ${mark.block}`) === mark);
}

/** Of marks that would lie over each other the dearest: they keep a distance where they belong. */
export function spaced(marks: Mark[], place: (mark: Mark) => number, distance: number): Mark[] {
  const kept: Mark[] = [];
  for (const mark of [...marks].sort((a, b) => b.size - a.size || a.step - b.step))
    if (kept.every((one) => Math.abs(place(one) - place(mark)) >= distance)) kept.push(mark);
  return marks.filter((mark) => kept.includes(mark));
}

/** Places that keep a distance: pushed apart, no further than `most` from where they belong. */
export function apart(places: number[], distance: number, most: number, end: number): number[] {
  const found = [...places];
  for (let i = 1; i < found.length; i++)
    found[i] = Math.max(found[i] ?? 0, (found[i - 1] ?? 0) + distance);
  let limit = end;
  for (let i = found.length - 1; i >= 0; i--) {
    const at = Math.min(found[i] ?? 0, limit);
    found[i] = Math.max(at, (places[i] ?? 0) - most);
    limit = (found[i] ?? 0) - distance;
  }
  return found.map((at, i) => Math.min(at, (places[i] ?? 0) + most));
}

/** Chances as whole per cents that make 100 together: largest remainders. */
export function percents(chances: number[], one: number): number[] {
  const exact = chances.map((chance) => (100 * chance) / one);
  const found = exact.map(Math.floor);
  const total = Math.round(exact.reduce((sum, part) => sum + part, 0));
  const order = exact
    .map((part, seat) => ({ seat, rest: part - Math.floor(part) }))
    .sort((a, b) => b.rest - a.rest || a.seat - b.seat);
  let left = total - found.reduce((sum, part) => sum + part, 0);
  for (const { seat } of order) {
    if (left <= 0) break;
    found[seat] = (found[seat] ?? 0) + 1;
    left -= 1;
  }
  return found;
}

/** The moment a badge stands for, by the number of its step. */
export function momentAt(moments: ReviewMoment[], step: number): number {
  return moments.findIndex((one) => one.step === step);
}

/** The largest part of any row, in tenths: one scale for all bars of the account. */
export function scaleOf(rows: ReviewRow[]): number {
  const parts = rows.flatMap(({ tenths }) => [
    tenths.luck,
    tenths.own,
    tenths.others,
    tenths.hidden,
    tenths.estimate,
  ]);
  return Math.max(10, ...parts.map(Math.abs));
}
