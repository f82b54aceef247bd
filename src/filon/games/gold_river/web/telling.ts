/** A staged moment in words: the headline in gold, then who wins and loses what. */
import { listed, t, type Desk, type Happening, type TextKey } from "$shell";
import { cardOf } from "./cards";
import type { Blow, Moment } from "./moment";
import type { Game, View } from "./game.gen";

export interface Words {
  head: string;
  text: string;
  /** What follows from it: Saloon, post, mayors. */
  after: string;
}

/** The headline of an action card that strikes. */
export const headline = (kind: Blow) =>
  t("gold_river.moment.card", { card: t(`gold_river.name.${kind}`) });

export function wordsOf(
  desk: Desk<Game>,
  view: View,
  moment: Moment,
  events: Happening<Game>[],
): Words {
  const total = moment.dice ? moment.dice[0] + moment.dice[1] : 0;
  const after = moment.after.map((event) => desk.line(event)).join(" ");
  const lines = (...kinds: Happening<Game>["kind"][]) =>
    events
      .filter((event) => kinds.includes(event.kind))
      .map((event) => desk.line(event))
      .join(" ");
  switch (moment.kind) {
    case "throw":
      return {
        head: t("gold_river.moment.dice", { n: total }),
        text: t("gold_river.moment.wire"),
        after: "",
      };
    case "harvest":
      return { head: t("gold_river.moment.dice", { n: total }), text: finds(desk, moment), after };
    case "raid":
      return { head: t("gold_river.moment.raid"), text: losses(desk, moment), after };
    case "hold_up":
      return {
        head: t("gold_river.moment.hold_up", { n: total, need: view.threat?.[1] ?? 0 }),
        text: lines("held_up", "missed"),
        after,
      };
    default:
      return {
        head: headline(moment.kind),
        text: lines("blast", "rob", "give", "get", "coach"),
        after,
      };
  }
}

/** The own seat first, then in the order of the table. */
function mineFirst<T extends { seat: number }>(desk: Desk<Game>, list: T[]): T[] {
  return [...list].sort((a, b) => Number(b.seat === desk.seat) - Number(a.seat === desk.seat));
}

function told(desk: Desk<Game>, list: { seat: number; n: number }[], first: TextKey): string {
  return listed(
    mineFirst(desk, list).map(({ seat, n }, at) =>
      t(at === 0 ? first : "gold_river.moment.also", { ...desk.about(seat), n }),
    ),
  );
}

const sentence = (list: string) =>
  t("gold_river.moment.stop", { list: list.charAt(0).toLocaleUpperCase() + list.slice(1) });

function finds(desk: Desk<Game>, moment: Moment): string {
  if (!moment.gains.length) return t("gold_river.moment.nobody");
  const said = [sentence(told(desk, moment.gains, "gold_river.moment.finds"))];
  const rest = desk.seats.filter((one) => !moment.gains.some((gain) => gain.seat === one.seat));
  const others = rest.filter((one) => one.seat !== desk.seat).map((one) => one.name);
  const me = others.length < rest.length;
  if (others.length)
    said.push(
      t(me ? "gold_river.moment.none.both" : "gold_river.moment.none", {
        names: listed(others),
        n: others.length,
      }),
    );
  else if (me) said.push(t("gold_river.moment.none.you"));
  return said.join(" ");
}

function losses(desk: Desk<Game>, moment: Moment): string {
  const list = desk.seats
    .map(({ seat }) => ({ seat, n: -(moment.changes[seat] ?? 0) }))
    .filter((one) => one.n > 0);
  if (!list.length) return t("gold_river.moment.nothing");
  return sentence(told(desk, list, "gold_river.moment.loses"));
}

/** Why the own concession on the river pays: it asks for a kind of total, not for one. */
export function because(desk: Desk<Game>, moment: Moment): string {
  const mine = moment.gains.find((gain) => gain.seat === desk.seat);
  const river = mine?.cards.find(({ card }) => typeof cardOf(card).on === "string");
  if (!mine || !river || !moment.dice) return "";
  return t("gold_river.moment.river", {
    n: river.n,
    total: moment.dice[0] + moment.dice[1],
    on: cardOf(river.card).on,
  });
}
