/** Codes by which this page found its tables, to be shown again at the arrival. */
export const saidCodes = new Map<string, string>();

const KEY = "filon.codes";

/** The table a code led this browser to; after the start the server knows the code no more. */
export function tableOf(code: string): string {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>)[code] ?? "";
  } catch {
    return "";
  }
}

/** Remembers it; the last twenty. */
export function keepCode(code: string, table: string): void {
  saidCodes.set(table, code);
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
    const last = Object.entries({ ...kept, [code]: table }).slice(-20);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(last)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
