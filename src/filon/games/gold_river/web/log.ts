import { t, type Desk, type Happening } from "$shell";
import type { Game } from "./game.gen";

/** A line of the log: whose doing, the words, the dice if it is a throw. */
export interface Told {
  seat: number | null;
  text: string;
  tone: "plain" | "good" | "bad";
  dice?: [number, number];
}

export interface Round {
  n: number;
  /** Who won the auction and for how much, once known. */
  winner: number | null;
  price: number;
  lines: Told[];
}

const SILENT = new Set(["deal", "sealed", "own_seal", "mine", "round", "stay", "quiet"]);
const GOOD = new Set(["mayor", "coach", "held_up", "vein", "govern"]);
const BAD = new Set(["blast", "rob", "raided", "mayor_gone", "governor_gone", "missed"]);

/** The story by rounds, the latest first, and in each the latest line first. */
export function rounds(desk: Desk<Game>, story: Happening<Game>[]): Round[] {
  const found: Round[] = [];
  let round: Round = { n: 0, winner: null, price: 0, lines: [] };
  let gains: Told | null = null; // the line that collects who is paid
  let named: string[] = [];
  const plus = (seat: number, n: number) =>
    t("gold_river.log.plus", { ...desk.about(seat), n: `+${n}` });
  const gather = (part: string, line: (list: string) => string) => {
    named.push(part);
    if (gains) gains.text = line(named.join(", "));
  };
  let opening = "";
  for (const event of story) {
    switch (event.kind) {
      case "round":
        round = { n: event.n, winner: null, price: 0, lines: [] };
        found.push(round);
        continue;
      case "won":
      case "won_sealed":
        round.winner = event.seat;
        round.price = event.n;
        opening = t(`gold_river.log.${event.n ? event.kind : "won_free"}`, {
          ...desk.about(event.seat),
          n: event.n,
        });
        gains = { seat: event.seat, text: `${opening}.`, tone: "plain" };
        named = [];
        round.lines.push(gains);
        continue;
      case "share":
        gather(plus(event.seat, event.n), (list) => t("gold_river.log.list", { opening, list }));
        continue;
      case "unshared":
        gather(t("gold_river.log.lost", { n: event.n }), (list) =>
          t("gold_river.log.list", { opening, list }),
        );
        continue;
      case "dice":
      case "wire": {
        const dice: [number, number] = [event.a, event.b];
        opening = t(`gold_river.log.${event.kind}`, {
          ...desk.about(event.seat),
          n: dice[0] + dice[1],
        });
        gains = {
          seat: event.kind === "wire" ? event.seat : null,
          text: `${opening}.`,
          tone: "plain",
          dice,
        };
        named = [];
        round.lines.push(gains);
        continue;
      }
      case "gold":
        gather(plus(event.seat, event.n), (list) => t("gold_river.log.list", { opening, list }));
        continue;
      case "no_gold":
        if (gains)
          gains.text = t("gold_river.log.list", { opening, list: t("gold_river.log.nothing") });
        continue;
    }
    if (SILENT.has(event.kind)) continue;
    const text = desk.line(event);
    if (!text) continue;
    const tone = GOOD.has(event.kind) ? "good" : BAD.has(event.kind) ? "bad" : "plain";
    const line: Told = { seat: event.seat < 0 ? null : event.seat, text, tone };
    if (event.kind === "hold_up_dice") line.dice = [event.a, event.b];
    round.lines.push(line);
  }
  return found.map((one) => ({ ...one, lines: [...one.lines].reverse() })).reverse();
}
