import { stepOf } from "./replay-film.svelte";
import { turns } from "./story";
import type { Happening } from "./types";

/** One turn on the strip: whose it was, and the steps it took. */
export interface Block {
  seat: number;
  from: number;
  to: number;
}

/** The turns of a game in order; a step that tells nothing belongs to the turn before it. */
export function blocksOf(
  story: Happening[],
  n: number,
  opens?: (event: Happening) => boolean,
): Block[] {
  const found = turns(story, opens)
    .reverse()
    .map(({ seat, events }) => ({ seat, from: Math.max(1, ...events.slice(0, 1).map(stepOf)) }));
  const blocks: Block[] = [];
  for (const { seat, from } of found) {
    const last = blocks.at(-1);
    if (last && last.from === from) continue; // two turns in one step: the first has it
    if (last) last.to = from - 1;
    blocks.push({ seat, from, to: n });
  }
  if (blocks[0]) blocks[0].from = 1;
  return blocks;
}

/** The block a step lies in. */
export function blockAt(blocks: Block[], n: number): number {
  let at = 0;
  while (at + 1 < blocks.length && (blocks[at + 1]?.from ?? 0) <= n) at++;
  return at;
}

/** Where a step stands on the strip, from 0 to 1: blocks are equally wide, steps share theirs. */
export function placeOf(blocks: Block[], n: number): number {
  const at = blockAt(blocks, n);
  const block = blocks[at];
  if (!block || n <= 0) return 0;
  const share = (n - block.from + 1) / (block.to - block.from + 1);
  return (at + Math.min(1, share)) / blocks.length;
}

/** The step at a place of the strip. */
export function stepAt(blocks: Block[], place: number): number {
  const x = Math.max(0, Math.min(1, place)) * blocks.length;
  const at = Math.min(blocks.length - 1, Math.floor(x));
  const block = blocks[at];
  if (!block || place <= 0) return 0;
  const steps = block.to - block.from + 1;
  return block.from - 1 + Math.round((x - at) * steps);
}
