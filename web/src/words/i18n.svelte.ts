import { prefs } from "../window/prefs.svelte";
import type { TextKey } from "./text-keys";
import { fill, typeset, type Facts, type Lang } from "./grammar";

type Texts = Record<string, string>;
type Load = () => Promise<{ default: Texts }>;

const SHELL = import.meta.glob<{ default: Texts }>("../../../src/filon/messages/*.json");
// Words of what is opened later (web/catalogue.ts): they come when the first of them is asked for.
const LATE = import.meta.glob<{ default: Texts }>(
  ["../../../src/filon/messages/*.json", "../../../src/filon/games/*/web/messages.*.json"],
  { query: "?late" },
);
const GAMES = import.meta.glob<{ default: Texts }>(
  "../../../src/filon/games/*/web/messages.*.json",
);

let shelf = $state.raw<Record<Lang, Texts>>({ fr: {}, en: {} });
const loading = new Map<string, Promise<void>>();
const late = new Set<string>(); // catalogues whose late words have come

function load(path: string, lang: Lang, source: Record<string, Load>, other?: Load): Promise<void> {
  const name = source === LATE ? `${path}?late` : path;
  const there = loading.get(name);
  if (there) return there;
  const fetchIt = source[path] ?? other;
  const done = fetchIt
    ? fetchIt().then(({ default: found }) => {
        shelf = { ...shelf, [lang]: { ...shelf[lang], ...found } };
      })
    : Promise.resolve();
  loading.set(name, done);
  done.catch(() => loading.delete(name));
  return done;
}

/** The texts of a game that another package brings: this page was built without them. */
async function elsewhere(slug: string, lang: Lang): Promise<{ default: Texts }> {
  const answer = await fetch(`/games/${slug}/messages.${lang}.json`);
  return { default: answer.ok ? ((await answer.json()) as Texts) : {} };
}

/** The catalogue of a game, or of the shell. */
function catalogue(lang: Lang, slug: string): string {
  const game = `../../../src/filon/games/${slug}/web/messages.${lang}.json`;
  return game in GAMES ? game : `../../../src/filon/messages/${lang}.json`;
}

/** Loads the shell's texts in this language, and a game's own if a slug is given. */
export async function loadTexts(lang: Lang, slug?: string): Promise<void> {
  const all = [load(`../../../src/filon/messages/${lang}.json`, lang, SHELL)];
  if (slug) {
    const path = `../../../src/filon/games/${slug}/web/messages.${lang}.json`;
    all.push(load(path, lang, GAMES, () => elsewhere(slug, lang)));
  }
  await Promise.all(all);
}

/** Whether the catalogues hold this key in the language of the page. */
export function has(key: string): key is TextKey {
  return key in shelf[prefs.lang];
}

/** The text of a key with its facts filled in, spaced for the page; the key if there is none.
 *
 * A word of what is opened later is empty for the moment in which it comes.
 */
export function t(key: TextKey, facts: Facts = {}): string {
  return text(key, facts);
}

/** The same for a key that only the run knows: of a game by its slug, of a kind by its name. */
export function text(key: string, facts: Facts = {}): string {
  const lang = prefs.lang;
  const wording = shelf[lang][key];
  if (wording !== undefined) return typeset(fill(wording, facts, lang));
  const path = catalogue(lang, key.slice(0, key.indexOf(".")));
  if (late.has(path) || !loading.has(path)) return key;
  load(path, lang, LATE).then(
    () => late.add(path),
    () => undefined, // asked for again with the next word
  );
  return "";
}

/** A number as the language writes it: 18,1 or 18.1, and 1 000 or 1,000. */
export function num(value: number, digits = 0): string {
  const written = new Intl.NumberFormat(prefs.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
  return typeset(written);
}

/** Parts of a sentence in a row: "a, b et c". */
export function listed(parts: string[]): string {
  const style = { style: "long", type: "conjunction" } as const;
  return new Intl.ListFormat(prefs.lang === "fr" ? "fr" : "en-GB", style).format(parts);
}

/** A share of the whole as a percentage with its sign, spaced as the language does. */
export function percent(share: number, digits = 0): string {
  return prefs.lang === "fr"
    ? `${num(share * 100, digits)}\u00a0%`
    : `${num(share * 100, digits)}%`;
}
