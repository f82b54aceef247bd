import { prefs } from "../window/prefs.svelte";

/** Since when, as people say it: 12 minutes ago, yesterday. */
export function ago(then: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(prefs.lang, { numeric: "auto", style: "short" });
  const minutes = Math.round((then - now) / 60_000);
  if (minutes > -60) return words.format(Math.min(0, minutes), "minute");
  if (minutes > -60 * 24) return words.format(Math.round(minutes / 60), "hour");
  return words.format(Math.round(minutes / 60 / 24), "day");
}
