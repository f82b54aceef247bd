/** The little Markdown of the rules: headings, paragraphs, lists, tables, quotes, clause marks. */

export type Span =
  | { kind: "text"; text: string }
  | { kind: "strong" | "em" | "code"; text: string }
  | { kind: "link"; text: string; to: string };

export type Block =
  | { kind: "heading"; level: number; spans: Span[]; id: string }
  | { kind: "p" | "quote"; spans: Span[]; clause: string }
  | { kind: "list"; ordered: boolean; items: { spans: Span[]; clause: string }[] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };

const CLAUSE = /^\**([A-Z]{2}-\d+)\b/;

/** The number a line opens with ("CI-6"), "" if it opens with none. */
export function clauseOf(text: string): string {
  return CLAUSE.exec(text)?.[1] ?? "";
}

/** The spans of a line: emphasis, code, links. */
export function spans(text: string): Span[] {
  const found: Span[] = [];
  const mark = /\*\*(.+?)\*\*|\*(.+?)\*|_(.+?)_(?!\w)|`(.+?)`|\[([^\]]+)\]\(([^)\s]+)\)/g;
  let at = 0;
  for (const hit of text.matchAll(mark)) {
    if (hit.index > at) found.push({ kind: "text", text: text.slice(at, hit.index) });
    const [whole, strong, em, em2, code, label, to] = hit;
    if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (em !== undefined || em2 !== undefined)
      found.push({ kind: "em", text: em ?? em2 ?? "" });
    else if (code !== undefined) found.push({ kind: "code", text: code });
    else found.push({ kind: "link", text: label ?? "", to: safe(to ?? "") });
    at = hit.index + whole.length;
  }
  if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
  return found;
}

const safe = (to: string) => (/^(#|\/|https?:)/.test(to) ? to : "#");
const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((c) => spans(c.trim()));

/** The blocks of a text. */
export function blocks(source: string): Block[] {
  const found: Block[] = [];
  const lines = source.replace(/<!--[\s\S]*?-->/g, "").split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const heading = /^(#{1,4})\s+(.*)$/.exec(line);
    if (!line.trim()) continue;
    if (heading) {
      const text = heading[2] ?? "";
      const id = clauseOf(text) || text.toLowerCase().replace(/[^\p{L}\d]+/gu, "-");
      found.push({ kind: "heading", level: heading[1]?.length ?? 1, spans: spans(text), id });
      continue;
    }
    if (line.startsWith("|") && /^\|[\s:|-]+\|?$/.test(lines[at + 1] ?? "")) {
      const head = cells(line);
      const rows: Span[][][] = [];
      for (at += 2; (lines[at] ?? "").startsWith("|"); at++) rows.push(cells(lines[at] ?? ""));
      at--;
      found.push({ kind: "table", head, rows });
      continue;
    }
    const item = /^\s*(?:[-*]|(\d+)\.)\s+(.*)$/.exec(line);
    if (item) {
      const list: Block = { kind: "list", ordered: item[1] !== undefined, items: [] };
      let text = item[2] ?? "";
      const close = () => list.items.push({ spans: spans(text), clause: clauseOf(text) });
      for (at++; at < lines.length; at++) {
        const next = lines[at] ?? "";
        const more = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(next);
        if (more) {
          close();
          text = more[1] ?? "";
        } else if (/^\s{2,}\S/.test(next)) {
          text += ` ${next.trim()}`;
        } else break;
      }
      at--;
      close();
      found.push(list);
      continue;
    }
    const quote = line.startsWith(">");
    let text = line.replace(/^>\s?/, "");
    while (
      /^\S/.test(lines[at + 1] ?? "") &&
      !/^(#|\||[-*]\s|\d+\.\s|>)/.test(lines[at + 1] ?? "") !== quote
    ) {
      text += ` ${(lines[++at] ?? "").replace(/^>\s?/, "")}`;
    }
    found.push({ kind: quote ? "quote" : "p", spans: spans(text), clause: clauseOf(text) });
  }
  return found;
}
