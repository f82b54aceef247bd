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
