import type { AnyDesk } from "./desk.svelte";
import type { LogParts } from "./frame";
import type { Colour } from "../ui/colours";
import type { Happening } from "./types";

/** What happened in one turn. */
export interface Turn {
  key: string;
  seat: number;
  events: Happening[];
}

/** Happenings grouped per turn, the latest first. Chance belongs to the turn it happens in. */
export function turns(
  story: Happening[],
  opens: (event: Happening) => boolean = () => false,
): Turn[] {
  const found: Turn[] = [];
  for (const event of story) {
    const last = found.at(-1);
    const seat = event.seat;
    if (!last || opens(event) || (seat >= 0 && last.seat >= 0 && seat !== last.seat)) {
      found.push({ key: `${found.length}`, seat, events: [event] });
    } else {
      if (last.seat < 0) last.seat = seat;
      last.events.push(event);
    }
  }
  return found.reverse();
}

/** The newest line of the log, for where the log is folded; null before there is one. */
export function newest(
  desk: AnyDesk,
  log: Pick<LogParts, "lines" | "opens">,
): { key: string; text: string; colour: Colour | null } | null {
  for (const turn of turns(desk.story, log.opens).slice(0, 3)) {
    const told = log.lines
      ? log.lines(turn.events).map((line) => line.text)
      : turn.events.map((event) => desk.line(event));
    const text = told.filter(Boolean).at(-1);
    if (text)
      return {
        key: `${turn.key} ${text}`,
        text,
        colour: turn.seat >= 0 ? desk.who(turn.seat).colour : null,
      };
  }
  return null;
}
