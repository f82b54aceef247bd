import type { Component } from "svelte";
import type { AnyDesk } from "./desk.svelte";
import type { Character } from "./cast";
import { COLOURS, type Colour } from "../ui/colours";

/** What a game's web folder says of its looks: look.json. */
export interface Look {
  /** Seat colours in order; those left out follow. */
  colours?: Colour[];
  /** Who of the camp suits a colour, where the game itself draws people. */
  cast?: Partial<Record<Colour, Character>>;
  /** The box on the shelf: lines of the title with their size, dark side, crop of the art. */
  box?: { title?: { fr: [string, number][]; en: [string, number][] }; side: string; crop: string };
}

/** A game's drawings by name, for its rules (`walls`) and its lesson (`guided.dig`). */
export interface Pictures {
  default: Component<{ name: string }>;
  names: string[];
}

type Board = Component<{ desk: AnyDesk }>;

const BOARDS = import.meta.glob<{ default: Board }>("../../../src/filon/games/*/web/Board.svelte");
const LOOKS = import.meta.glob<Look>("../../../src/filon/games/*/web/look.json", {
  eager: true,
  import: "default",
});
const COVERS = import.meta.glob<string>("../../../src/filon/games/*/web/cover.svg", {
  eager: true,
  import: "default",
  query: "?url",
});
const SAMPLES = import.meta.glob<{ default: unknown }>(
  "../../../src/filon/games/*/web/samples.json",
);

const PICTURES = import.meta.glob<Pictures>("../../../src/filon/games/*/web/Pictures.svelte");

const folder = (slug: string) => `../../../src/filon/games/${slug}/web`;

/** The games whose folder has a board, by slug. */
export const boards = Object.keys(BOARDS).map((path) => path.split("/").at(-3) ?? "");

/** Loads a game's board; null if its folder has none yet, nor its package (`address`). */
export async function loadBoard(slug: string, address = ""): Promise<Board | null> {
  const found = await BOARDS[`${folder(slug)}/Board.svelte`]?.();
  if (found || !address) return found?.default ?? null;
  return (await import("./OutsideBoard.svelte")).default;
}

/** Loads a game's drawings; null if its folder has none. */
export async function loadPictures(slug: string): Promise<Pictures | null> {
  return (await PICTURES[`${folder(slug)}/Pictures.svelte`]?.()) ?? null;
}

export const look = (slug: string): Look => LOOKS[`${folder(slug)}/look.json`] ?? {};
export const cover = (slug: string): string => COVERS[`${folder(slug)}/cover.svg`] ?? "";

/** Recorded moments of a game for the bench at /parts/<slug>; null if there are none. */
export async function loadSamples(slug: string): Promise<unknown> {
  return (await SAMPLES[`${folder(slug)}/samples.json`]?.())?.default ?? null;
}

/** The colour of a seat in this game. */
export function colourOf(slug: string, seat: number): Colour {
  const first = look(slug).colours ?? [];
  const order = [...first, ...COLOURS.filter((colour) => !first.includes(colour))];
  return order[seat % order.length] ?? "rust";
}
