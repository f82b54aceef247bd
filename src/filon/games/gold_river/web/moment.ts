/** What a message of the table means for the eye: a harvest or a blow, staged as one moment. */
import type { EventOf, Happening } from "$shell";
import { cardOf, firstOf } from "./cards";
import type { Game, View } from "./game.gen";

export type Pair = [number, number];
export type Blow = "raid" | "hold_up" | "dynamite" | "one_armed_bandit" | "judge" | "stagecoach";

/** What one seat finds, and the concessions that pay it. */
export interface Gain {
  seat: number;
  n: number;
  cards: { card: number; n: number }[];
}

export interface Moment {
  /** `throw`: the dice lie, a telegraph may still change them. Blows are named by their card. */
  kind: "throw" | "harvest" | Blow;
  /** Whose doing. */
  seat: number;
  /** The dice that decide here, never those of an earlier round. */
  dice: Pair | null;
  /** They are thrown or set right now; otherwise they lie since the message before. */
  fresh: boolean;
  /** The card that strikes. */
  card: number | null;
  /** The concession or building that is struck, and whose it was. */
  struck: { card: number; from: number; to: number | null }[];
  gains: Gain[];
  /** Nuggets won and lost, per seat; a seat that is not in it neither wins nor loses. */
  changes: Record<number, number>;
  /** Happenings that follow from it, told in a second line. */
  after: Happening<Game>[];
}

const BLOWS = {
  raided: "raid",
  hold_up_dice: "hold_up",
  blast: "dynamite",
  rob: "one_armed_bandit",
  give: "judge",
  coach: "stagecoach",
} as const;
type BlowEvent = EventOf<Game, keyof typeof BLOWS>;
const isBlow = (event: Happening<Game>): event is BlowEvent => event.kind in BLOWS;
const AFTER = new Set([
  "saloon",
  "postage",
  "fee",
  "mayor",
  "mayor_gone",
  "governor_gone",
  "vault_back",
]);
const HARVEST = new Set(["mine", "gold", "no_gold"]);

/** The moment in these happenings, played over the view before them; null if there is none. */
export function momentOf(events: Happening<Game>[], view: View): Moment | null {
  const thrown = events.findLast((event) => event.kind === "dice" || event.kind === "wire");
  const blow = events.find(isBlow);
  const found = events.some((event) => HARVEST.has(event.kind));
  if (!thrown && !blow && !found) return null;
  const moment: Moment = {
    kind: found ? "harvest" : "throw",
    seat: thrown?.seat ?? view.thrower ?? view.winner ?? 0,
    dice: thrown ? [thrown.a, thrown.b] : found ? view.dice : null,
    fresh: thrown !== undefined,
    card: null,
    struck: [],
    gains: [],
    changes: {},
    after: [],
  };
  if (blow && !found) strike(moment, blow, events, view);
  for (const event of events) tell(moment, event);
  return moment;
}

function strike(moment: Moment, blow: BlowEvent, events: Happening<Game>[], view: View) {
  const kind = BLOWS[blow.kind];
  const taken = events.find(
    (event): event is EventOf<Game, "take" | "wake"> =>
      (event.kind === "take" || event.kind === "wake") && cardOf(event.card).kind === kind,
  );
  moment.kind = kind;
  // A raid is told by those who lose: whose it is stands with the card.
  moment.seat = taken?.seat ?? (kind === "raid" ? (view.winner ?? 0) : blow.seat);
  moment.card = taken ? taken.card : firstOf(kind, view.taken);
  if (blow.kind === "hold_up_dice") {
    moment.dice = [blow.a, blow.b];
    moment.fresh = true;
  }
}

function tell(moment: Moment, event: Happening<Game>) {
  const change = (seat: number, by: number) => {
    moment.changes[seat] = (moment.changes[seat] ?? 0) + by;
  };
  if (AFTER.has(event.kind)) moment.after.push(event);
  switch (event.kind) {
    case "mine":
      gainOf(moment, event.seat).cards.push({ card: event.card, n: event.n });
      break;
    case "gold":
      gainOf(moment, event.seat).n = event.n;
      change(event.seat, event.n);
      break;
    case "raided":
      change(event.seat, -event.n);
      break;
    case "coach":
    case "vault_back":
      change(event.seat, event.n);
      break;
    case "held_up":
      change(event.seat, event.n);
      change(event.to, -event.n);
      break;
    case "saloon":
    case "postage":
    case "fee":
      change(event.seat, -event.n);
      change(event.to, event.n);
      break;
    case "blast":
      moment.struck.push({ card: event.card, from: event.to, to: null });
      break;
    case "rob":
    case "get":
      moment.struck.push({ card: event.card, from: event.to, to: event.seat });
      break;
    case "give":
      moment.struck.push({ card: event.card, from: event.seat, to: event.to });
      break;
  }
}

function gainOf(moment: Moment, seat: number): Gain {
  let gain = moment.gains.find((one) => one.seat === seat);
  if (!gain) moment.gains.push((gain = { seat, n: 0, cards: [] }));
  return gain;
}

/** Whether the moment wins or takes something from this seat, or is its own doing. */
export function concerns(moment: Moment, seat: number | null): boolean {
  if (seat === null) return false;
  return (
    moment.seat === seat ||
    moment.changes[seat] !== undefined ||
    moment.struck.some((one) => one.from === seat || one.to === seat)
  );
}

/** How large cards are drawn: a few large, some smaller, many only as tiles. */
export function sizeOf(cards: number): "large" | "small" | "tiles" {
  return cards <= 3 ? "large" : cards <= 5 ? "small" : "tiles";
}
