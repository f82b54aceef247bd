import { prefs } from "./prefs.svelte";
import { fill, typeset, type Facts, type Lang } from "./words";

type Texts = Record<string, string>;
type Load = () => Promise<{ default: Texts }>;

const SHELL = import.meta.glob<{ default: Texts }>("../../../src/filon/messages/*.json");
const GAMES = import.meta.glob<{ default: Texts }>(
  "../../../src/filon/games/*/web/messages.*.json",
);

let shelf = $state.raw<Record<Lang, Texts>>({ fr: {}, en: {} });
const loading = new Map<string, Promise<void>>();

function load(path: string, lang: Lang, source: Record<string, Load>): Promise<void> {
  const there = loading.get(path);
  if (there) return there;
  const fetchIt = source[path];
  const done = fetchIt
    ? fetchIt().then(({ default: found }) => {
        shelf = { ...shelf, [lang]: { ...shelf[lang], ...found } };
      })
    : Promise.resolve();
  loading.set(path, done);
  done.catch(() => loading.delete(path));
  return done;
}

/** Loads the shell's texts in this language, and a game's own if a slug is given. */
export async function loadTexts(lang: Lang, slug?: string): Promise<void> {
  const all = [load(`../../../src/filon/messages/${lang}.json`, lang, SHELL)];
  if (slug) {
    all.push(load(`../../../src/filon/games/${slug}/web/messages.${lang}.json`, lang, GAMES));
  }
  await Promise.all(all);
}

/** Whether the catalogues hold this key in the language of the page. */
export function has(key: string): boolean {
  return key in shelf[prefs.lang];
}

/** The text of a key with its facts filled in, spaced for the page; the key if there is none. */
export function t(key: string, facts: Facts = {}): string {
  const text = shelf[prefs.lang][key];
  return text === undefined ? key : typeset(fill(text, facts, prefs.lang));
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
