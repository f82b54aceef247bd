import { num, t } from "$shell";

/** Grams as they are written: 1 000 g. */
export const grams = (n: number): string => t("chercheurs_dor.g", { n: num(n) });

/** Numbers joined as the language does: 4, 5 or 6. */
export function either(numbers: number[]): string {
  const last = numbers.at(-1);
  if (last === undefined) return "";
  if (numbers.length === 1) return String(last);
  return t("chercheurs_dor.list.or", { a: numbers.slice(0, -1).join(", "), b: last });
}
