/** What a message of the table means for the eye: a harvest or a blow, staged as one moment. */
import type { Happening } from "$shell";
import { cardOf, firstOf } from "./cards";
import type { View } from "./view.gen";

export type Pair = [number, number];
type Blow = "raid" | "hold_up" | "dynamite" | "one_armed_bandit" | "judge" | "stagecoach";

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
  after: Happening[];
}

const BLOWS: Record<string, Blow> = {
  raided: "raid",
  hold_up_dice: "hold_up",
  blast: "dynamite",
  rob: "one_armed_bandit",
  give: "judge",
  coach: "stagecoach",
};
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

const of = (event: Happening, name: string) => Number(event[name] ?? 0);

/** The moment in these happenings, played over the view before them; null if there is none. */
export function momentOf(events: Happening[], view: View): Moment | null {
  const thrown = events.findLast((event) => event.kind === "dice" || event.kind === "wire");
  const blow = events.find((event) => event.kind in BLOWS);
  const found = events.some((event) => HARVEST.has(event.kind));
  if (!thrown && !blow && !found) return null;
  const moment: Moment = {
    kind: found ? "harvest" : "throw",
    seat: thrown?.seat ?? view.thrower ?? view.winner ?? 0,
    dice: thrown ? [of(thrown, "a"), of(thrown, "b")] : found ? view.dice : null,
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

function strike(moment: Moment, blow: Happening, events: Happening[], view: View) {
  const kind = BLOWS[blow.kind] ?? "raid";
  const taken = events.find(
    (event) =>
      (event.kind === "take" || event.kind === "wake") && cardOf(of(event, "card")).kind === kind,
  );
  moment.kind = kind;
  // A raid is told by those who lose: whose it is stands with the card.
  moment.seat = taken?.seat ?? (kind === "raid" ? (view.winner ?? 0) : blow.seat);
  moment.card = taken ? of(taken, "card") : firstOf(kind, view.taken);
  if (kind === "hold_up") {
    moment.dice = [of(blow, "a"), of(blow, "b")];
    moment.fresh = true;
  }
}

function tell(moment: Moment, event: Happening) {
  const n = of(event, "n");
  const to = of(event, "to");
  const change = (seat: number, by: number) => {
    moment.changes[seat] = (moment.changes[seat] ?? 0) + by;
  };
  if (AFTER.has(event.kind)) moment.after.push(event);
  switch (event.kind) {
    case "mine":
      gainOf(moment, event.seat).cards.push({ card: of(event, "card"), n });
      break;
    case "gold":
      gainOf(moment, event.seat).n = n;
      change(event.seat, n);
      break;
    case "raided":
      change(event.seat, -n);
      break;
    case "coach":
    case "vault_back":
      change(event.seat, n);
      break;
    case "held_up":
      change(event.seat, n);
      change(to, -n);
      break;
    case "saloon":
    case "postage":
    case "fee":
      change(event.seat, -n);
      change(to, n);
      break;
    case "blast":
      moment.struck.push({ card: of(event, "card"), from: to, to: null });
      break;
    case "rob":
    case "get":
      moment.struck.push({ card: of(event, "card"), from: to, to: event.seat });
      break;
    case "give":
      moment.struck.push({ card: of(event, "card"), from: event.seat, to });
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
