import { getContext, setContext, type Component } from "svelte";
import type { Replay, ViewMessage } from "../wire.gen";
import type { AnyDesk } from "./desk.svelte";
import type { LogParts } from "./frame";
import { happenings, type Happening } from "./types";

/** Whose eyes a game is seen through again: all open, a spectator's, or a seat's. */
export type Eyes = "all" | "none" | number;

/** Where frames come from: a table, or a record somebody has brought. */
export type Source = (eyes: Eyes, first: number, last: number) => Promise<Replay>;

/** Frames are fetched in rows of so many. */
const ROW = 64;
/** A step nothing moves for still stays for a moment when the game is played. */
const BEAT = 450;

/** How fast a game is played again. */
export const SPEEDS = { slow: 0.5, normal: 1, quick: 3 } as const;
export type Speed = keyof typeof SPEEDS;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A game seen again: frames are fetched as they are needed, shown or played on a desk. */
export class Film {
  /** Steps taken in the frame that is shown. */
  at = $state(0);
  /** Steps of the whole game. */
  n = $state(0);
  eyes = $state<Eyes>("none");
  /** May be seen through every seat's eyes. */
  every = $state(false);
  over = $state(false);
  playing = $state(false);
  /** A seat may have been ignorant of something: eyes differ. */
  hidden = $state(false);
  /** The sheet from which this moment is sent is open. */
  sharing = $state(false);
  /** The sheet from which the game is played on is open. */
  forking = $state(false);
  /** After how many steps something was hidden from somebody; null: never. */
  veiled = $state<number | null>(null);
  speed = $state<Speed>("normal");
  /** Every event that these eyes may read. */
  story = $state.raw<Happening[]>([]);

  /** Opens the review of this game, where there may be one. */
  onreview: (() => void) | undefined;
  /** Told of every step that is shown. */
  onmove: ((at: number) => void) | undefined;

  #frames = new Map<number, ViewMessage>();
  #rows = new Map<number, Promise<void>>();
  #wanted = 0;

  /** `Bar` stands under the board; it comes with the film, so that tables need not load it. */
  constructor(
    readonly desk: AnyDesk,
    readonly source: Source,
    readonly Bar: Component<{ desk: AnyDesk; film: Film; log: LogParts }>,
  ) {}

  /** Looks through these eyes, at this step; rejects with Refused. */
  async open(eyes: Eyes, at: number): Promise<Replay> {
    this.pause();
    const first = await this.source(eyes, 0, ROW - 1);
    this.eyes = eyes;
    this.n = first.n;
    this.every = first.every;
    this.over = first.over;
    this.veiled = first.veiled;
    this.story = happenings(first.story ?? []);
    this.#frames.clear();
    this.#rows.clear();
    this.#keep(first);
    this.#rows.set(0, Promise.resolve());
    await this.go(at);
    void this.#fill(eyes).catch(() => {});
    return first;
  }

  /** Shows the frame after n steps: the next one as it was played, any other at once. */
  async go(n: number, move = false): Promise<void> {
    this.desk.outlined = [];
    const to = Math.max(0, Math.min(n, this.n));
    this.#wanted = to;
    if (!this.#frames.has(to)) await this.#fetch(to);
    const frame = this.#frames.get(to);
    if (!frame || this.#wanted !== to) return;
    const next = move && to === this.at + 1;
    this.at = to;
    if (next) {
      this.desk.waits.fixed = SPEEDS[this.speed];
      this.desk.tell(frame);
    } else {
      this.desk.set(frame);
      this.desk.story = this.story.filter((event) => stepOf(event) <= to);
    }
  }

  /** The frame after n steps, to be looked at elsewhere; null if there is none. */
  async frame(n: number): Promise<ViewMessage | null> {
    const to = Math.max(0, Math.min(n, this.n));
    if (!this.#frames.has(to)) await this.#fetch(to).catch(() => {});
    return this.#frames.get(to) ?? null;
  }

  /** One step on, as it was played; one back, at once. */
  step(by: 1 | -1) {
    this.pause();
    if (by > 0 && this.desk.playing) this.desk.skip();
    void this.go(this.at + by, by > 0);
  }

  jump(n: number) {
    this.pause();
    void this.go(n);
  }

  toggle() {
    if (this.playing) this.pause();
    else void this.#play();
  }

  pause() {
    this.playing = false;
  }

  async #play() {
    this.playing = true;
    if (this.at >= this.n) await this.go(0);
    while (this.playing && this.at < this.n) {
      const began = performance.now();
      await this.go(this.at + 1, true);
      while (this.playing && this.desk.playing) await pause(30);
      await pause(Math.max(0, BEAT / SPEEDS[this.speed] - (performance.now() - began)));
    }
    this.playing = false;
  }

  /** All other rows, one after the other: a jump then waits for nothing. */
  async #fill(eyes: Eyes) {
    for (let n = 0; n <= this.n && eyes === this.eyes; n += ROW) await this.#fetch(n);
  }

  #keep(found: Replay) {
    for (const frame of found.frames) this.#frames.set(frame.n, frame);
  }

  #fetch(n: number): Promise<void> {
    const row = Math.floor(n / ROW);
    let found = this.#rows.get(row);
    if (!found) {
      const { eyes } = this;
      found = this.source(eyes, row * ROW, row * ROW + ROW - 1).then((told) => {
        if (eyes === this.eyes) this.#keep(told);
      });
      found.catch(() => this.#rows.delete(row));
      this.#rows.set(row, found);
    }
    return found;
  }
}

/** After how many steps an event stands in the story. */
export const stepOf = (event: Happening) => Number(event["v"] ?? 0);

const KEY = Symbol("film");
export const setFilm = (film: Film) => setContext(KEY, film);
/** The game seen again on this page; undefined where one is played. */
export const getFilm = () => getContext<Film | undefined>(KEY);
