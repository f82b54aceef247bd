import type { PastGame } from "../wire.gen";

/** What past games are looked for by; empty fields look at nothing. */
export interface Wanted {
  game: string;
  /** Part of an opponent's name, as it is shown. */
  who: string;
  /** Days as 2026-11-17, both included. */
  since: string;
  until: string;
}

const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();

/** The day on which a game ended, where whoever looks is. */
export function dayOf(at: number): string {
  const when = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
}

/** The games that fit all of it; `named` says how a seat is called. */
export function matching(
  past: PastGame[],
  wanted: Wanted,
  named: (seat: PastGame["seats"][number]) => string,
): PastGame[] {
  const who = plain(wanted.who.trim());
  return past.filter((one) => {
    const day = dayOf(one.ended);
    return (
      (!wanted.game || one.game === wanted.game) &&
      (!wanted.since || day >= wanted.since) &&
      (!wanted.until || day <= wanted.until) &&
      (!who || one.seats.some((seat) => !seat.mine && plain(named(seat)).includes(who)))
    );
  });
}
