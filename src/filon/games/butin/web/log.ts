// The log of a turn, as a family would tell it: one or two short sentences.
import type { Desk, Happening, LogLine } from "$shell";
import type { Game } from "./game.gen";

/** A turn's lines: what was drawn and what became of it, told together. */
export function logLines(desk: Desk<Game>, events: Happening<Game>[]): LogLine[] {
  const lines: LogLine[] = [];
  const drawn = events.find((event) => event.kind === "token" || event.kind === "wealth");
  const done = events.find((event) => ["settle", "skip", "put"].includes(event.kind));
  for (const event of events) {
    // A draw and its decision make one line.
    if (event === drawn && done) continue;
    if (event.kind === "skip" && drawn) {
      lines.push({ text: desk.t("log.skip", { ...drawn, ...desk.about(event.seat) }) });
      continue;
    }
    const text = desk.line(event);
    if (text)
      lines.push({
        text,
        tone: event.kind === "settle" || event.kind === "score" ? "good" : "plain",
      });
  }
  return lines;
}
