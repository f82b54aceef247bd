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
