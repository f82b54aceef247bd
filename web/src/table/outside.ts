import type { AnyDesk } from "./desk.svelte";
import type { Sitter } from "./types";
import type { Facts } from "../words/grammar";

/** What the board of another package is told, anew whenever something changed. */
export interface Told {
  slug: string;
  /** The seat whose view this is; null for a spectator. */
  seat: number | null;
  seats: Sitter[];
  view: Record<string, unknown>;
  legal: string[];
  /** This seat may choose now. */
  mine: boolean;
  over: boolean;
  /** Sends one choice: one or several steps in notation. */
  send: (...steps: string[]) => Promise<boolean>;
  /** The game's text of a key, without the slug. */
  t: (key: string, facts?: Facts) => string;
}

/** What `mount(place, told)` of such a board gives back. */
export interface Drawing {
  update: (told: Told) => void;
  unmount?: () => void;
  /** The board offers its choices itself: the shell then shows no buttons for them. */
  acts?: boolean;
}

/** The module itself. */
export interface Outside {
  mount: (place: HTMLElement, told: Told) => Drawing;
}

/** The desk as plain facts: a module built elsewhere shares no runtime with this page. */
export function draws(desk: AnyDesk): Told {
  return {
    slug: desk.slug,
    seat: desk.seat,
    seats: desk.seats,
    view: desk.view as Record<string, unknown>,
    legal: desk.legal,
    mine: desk.mine,
    over: desk.over,
    send: (...steps) => desk.send(...steps),
    t: (key, facts) => desk.t(key, facts),
  };
}
