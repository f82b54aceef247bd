/**
 * The message grammar: `{name}`, `{n, plural, =0 {…} one {…} other {…}}`, `{x, select, …}`, and
 * `{x, de}` and `{x, à}`, which join a name as French does: d’Ada, des Chercheurs, aux Chercheurs.
 */

export type Lang = "fr" | "en";
export type Facts = Record<string, unknown>;

/** A catalogue text that does not follow the grammar. */
export class BadMessage extends Error {}

/** The plural category: in French 0 and 1 are singular, in English only 1 is. */
function plural(n: number, lang: Lang): "one" | "other" {
  return (lang === "fr" ? Math.abs(n) < 2 : n === 1) ? "one" : "other";
}

/** The text with its facts in place; throws BadMessage if it breaks the grammar. */
export function fill(text: string, facts: Facts, lang: Lang, count?: unknown): string {
  let said = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{") {
      const end = closing(text, at);
      said += slot(text.slice(at + 1, end), facts, lang, count);
      at = end;
    } else if (sign === "}") {
      throw new BadMessage(`a brace too many: ${text}`);
    } else {
      said += sign === "#" && count !== undefined ? String(count) : sign;
    }
  }
  return said;
}

function slot(inner: string, facts: Facts, lang: Lang, count: unknown): string {
  const [name = "", kind, body] = split(inner);
  const value = name in facts ? facts[name] : `{${name}}`;
  if (kind === undefined) return String(value);
  if (kind === "de" || kind === "à") return joined(kind, String(value));
  const branches = new Map(branchesOf(body ?? ""));
  let chosen: string | undefined;
  if (kind === "plural") {
    const n = typeof value === "number" ? value : 2;
    chosen = branches.get(`=${String(value)}`) ?? branches.get(plural(n, lang));
    count = value;
  } else if (kind === "select") {
    chosen = branches.get(String(value));
  } else {
    throw new BadMessage(`plural, select, de or à, not '${kind}'`);
  }
  chosen ??= branches.get("other");
  if (chosen === undefined) throw new BadMessage(`no branch 'other' in {${inner}}`);
  return fill(chosen, facts, lang, count);
}

// An article melts into "de" and "à"; before a vowel, a mute h and y with a consonant, "de" elides.
const ARTICLES = { de: { Le: "du", Les: "des" }, à: { Le: "au", Les: "aux" } };
const ELIDES = /^([aeiouhœæ]|y[^aeiou])/;

function joined(word: "de" | "à", name: string): string {
  const [article = "", ...rest] = name.split(" ");
  const melted = rest.length ? ARTICLES[word][article as "Le" | "Les"] : undefined;
  if (melted) return [melted, ...rest].join(" ");
  const bare = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return word === "de" && ELIDES.test(bare) ? `d’${name}` : `${word} ${name}`;
}

function split(inner: string): [string, string?, string?] {
  const first = inner.indexOf(",");
  if (first < 0) return [inner.trim()];
  const second = inner.indexOf(",", first + 1);
  const kind = inner.slice(first + 1, second < 0 ? undefined : second).trim();
  return [inner.slice(0, first).trim(), kind, second < 0 ? "" : inner.slice(second + 1)];
}

function* branchesOf(body: string): Generator<[string, string]> {
  let at = 0;
  for (;;) {
    const opening = body.indexOf("{", at);
    if (opening < 0) {
      const rest = body.slice(at).trim();
      if (rest) throw new BadMessage(`a branch without a text: ${rest}`);
      return;
    }
    const end = closing(body, opening);
    yield [body.slice(at, opening).trim(), body.slice(opening + 1, end)];
    at = end + 1;
  }
}

function closing(text: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  throw new BadMessage(`a brace is not closed: ${text}`);
}

/** French spacing as these faces need it: U+202F is a hair in Alegreya, U+00A0 is narrow there. */
export function typeset(text: string): string {
  return text.replaceAll("\u202f", "\u00a0");
}
