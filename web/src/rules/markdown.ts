/** The rules' Markdown, read by marked into tokens. The page draws the tokens it knows itself. */
import type { MarkedToken, Token } from "marked";

/** The tokens of a text; marked is loaded with the first rules that somebody opens. */
export async function read(source: string): Promise<MarkedToken[]> {
  const { lexer } = await import("marked");
  return known(lexer(source));
}

/** Tokens inside a token. Marked's types allow for those of its extensions; we have none. */
export const known = (tokens: Token[] = []) => tokens as MarkedToken[];

/** The number a line opens with ("CI-6"), "" if it opens with none. */
export function clauseOf(text: string): string {
  return /^\**([A-Z]{2,}-\d+)\b/.exec(text)?.[1] ?? "";
}

/** What a heading is found by: its clause, else its words. */
export function anchorOf(text: string): string {
  return clauseOf(text) || text.toLowerCase().replace(/[^\p{L}\d]+/gu, "-");
}

/** Where a link of a text may lead: into the page or to the web, else nowhere. */
export const safe = (to: string) => (/^(#|\/|https?:)/.test(to) ? to : "#");

/** The clauses a line of a summary ends with: "… wins. (NU-15, NU-16)"; "" if it ends with none. */
export function refsOf(text: string): string {
  return /\(([A-Z]{2,}-\d+[^()]*)\)$/.exec(text.trim())?.[1] ?? "";
}

/** The first clause of such a list, to be opened. */
export const firstOf = (refs: string) => /[A-Z]{2,}-\d+/.exec(refs)?.[0] ?? "";

/** The name of the game's picture a paragraph is, "" if it is text. */
export function pictureOf(token: MarkedToken): string {
  const only = token.type === "paragraph" && token.tokens.length === 1 ? token.tokens[0] : null;
  return only?.type === "image" ? String(only["href"]) : "";
}

/** The steps of a recorded game that an example cites, hidden in its quote; null if it cites none. */
export function stepsOf(quote: MarkedToken): { from: number; to: number } | null {
  if (quote.type !== "blockquote") return null;
  for (const one of quote.tokens) {
    const found = /^<!-- golden \S+, steps? (\d+)(?:-(\d+))?\s/.exec(one.raw);
    if (found) return { from: Number(found[1]), to: Number(found[2] ?? found[1]) };
  }
  return null;
}

/** A chapter of the rules: its words, its anchor and its clauses. */
export interface Chapter {
  title: string;
  at: string;
  clauses: { clause: string; text: string }[];
}

/** The chapters of a text in order, with the clauses each of them holds. */
export function chapters(tokens: MarkedToken[]): Chapter[] {
  const found: Chapter[] = [];
  for (const token of tokens) {
    if (token.type === "heading" && token.depth === 2)
      found.push({ title: token.text, at: anchorOf(token.text), clauses: [] });
    else if (token.type === "paragraph" && clauseOf(token.text))
      found.at(-1)?.clauses.push({ clause: clauseOf(token.text), text: plain(token.text) });
  }
  return found;
}

/** A line without its marks. */
export const plain = (text: string) => text.replace(/[*_`]/g, "").replace(/\s+/g, " ");

/** The clauses that a word is in, or whose number it is. */
export function search(inside: Chapter[], wanted: string): Chapter["clauses"] {
  const bare = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const word = bare(wanted.trim());
  if (word.length < 2) return [];
  return inside
    .flatMap((chapter) => chapter.clauses)
    .filter((one) => bare(one.clause) === word || bare(one.text).includes(word));
}
