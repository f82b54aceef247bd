import { num } from "./i18n.svelte";

/** An exact score ("15/2") as people write it: whole part and small fraction. */
export function parts(score: string): { whole: string; over?: [string, string] } {
  const [top = "0", bottom] = score.split("/");
  const a = Number(top);
  const b = bottom === undefined ? 1 : Number(bottom);
  if (b === 1) return { whole: num(a) };
  const whole = Math.trunc(a / b);
  return {
    whole: whole ? num(whole) : a < 0 ? "−" : "",
    over: [String(Math.abs(a % b)), String(b)],
  };
}

/** An exact score in one line of text: 7 1/2. */
export function written(score: string): string {
  const { whole, over } = parts(score);
  return over ? [whole, over.join("/")].filter(Boolean).join("\u00a0") : whole;
}

/** An exact score as a number, for sorting and bars only. */
export function size(score: string): number {
  const [a = "0", b = "1"] = score.split("/");
  return Number(a) / Number(b);
}
