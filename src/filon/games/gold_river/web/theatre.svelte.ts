/** Plays a message's moment once: dice, cards one after the other, nuggets, then time to read. */
import { tick } from "svelte";
import { play, type Desk, type Happening, type Stage } from "$shell";
import { concerns, momentOf, type Moment } from "./moment";
import { wordsOf, type Words } from "./telling";
import type { Game, View } from "./game.gen";

/** Nuggets from a seat or a place to another. */
type Coins = (
  stage: Stage,
  from: number | Element | null,
  to: number | Element | null,
  n: number,
) => Promise<void>;

/** How long a moment stays to be read, in milliseconds: one's own longer than the others'. */
const OWN = 2500;
const OTHERS = 1100;

export class Theatre {
  moment = $state.raw<Moment | null>(null);
  words = $state.raw<Words>({ head: "", text: "", after: "" });
  /** What comes next: the number of a round, or "over"; "" if neither. */
  next = $state<number | "over" | "">("");
  beat = $state(0);
  #played = new WeakMap<Stage, boolean>();

  constructor(
    readonly desk: Desk<Game>,
    readonly coins: Coins,
    readonly supply: () => Element | null,
  ) {}

  /** What the moment changes for a seat, once it is paid; null as long as nothing is to be said. */
  change(seat: number): number | null {
    const { moment } = this;
    if (!moment || this.beat < 3 || moment.kind === "throw") return null;
    const by = moment.changes[seat];
    return by ?? (moment.kind === "harvest" ? 0 : null);
  }

  /** True if this message has its moment: its happenings need no motion of their own. */
  async play(stage: Stage, view: View): Promise<boolean> {
    const known = this.#played.get(stage);
    if (known !== undefined) return known;
    const events = [...stage.played.events] as Happening<Game>[];
    const moment = momentOf(events, view);
    this.#played.set(stage, moment !== null);
    if (!moment) return false;
    // The own gain or loss is told at a person's pace, also when a bot made it.
    const own = concerns(moment, this.desk.seat);
    const slow = own && stage.speed <= 2 ? stage.speed : 1;
    const round = events.find((event) => event.kind === "round");
    this.next = events.some((event) => event.kind === "over") ? "over" : round ? round.n : "";
    this.words = wordsOf(this.desk, view, moment, events);
    this.beat = moment.fresh && moment.dice ? 0 : 1;
    this.moment = moment;
    if (this.beat === 0) {
      play("dice");
      await stage.wait(700 * slow);
      this.beat = 1;
      await stage.wait(290 * slow);
    }
    this.beat = 2;
    await tick();
    const bad = Object.values(moment.changes).some((by) => by < 0);
    play(moment.kind === "throw" ? "card" : bad ? "bad" : "good");
    await stage.wait((260 + 120 * Math.min(3, moment.gains.length)) * slow);
    await this.#pay(stage, moment);
    this.beat = 3;
    await stage.wait(150 * slow);
    await stage.rest(own ? OWN : OTHERS);
    this.moment = null;
    return true;
  }

  async #pay(stage: Stage, moment: Moment) {
    const flights: Promise<void>[] = [];
    for (const [key, by] of Object.entries(moment.changes)) {
      const seat = Number(key);
      const from = document.querySelector(`[data-paying="${seat}"]`) ?? this.supply();
      flights.push(
        by > 0 ? this.coins(stage, from, seat, by) : this.coins(stage, seat, this.supply(), -by),
      );
    }
    await Promise.all(flights);
  }
}
