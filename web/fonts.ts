import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

// The faces of the page, cut at build time. Every face comes in two files: the letters that our own
// texts use, and the rare ones that a name may bring, which a browser fetches only to draw them.
const require = createRequire(import.meta.url);
const OURS =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" +
  "ÀÂÇÉÈÊÎÔŒàâçéèêëîïôùûüœ !%&'()+,-./:;=?\u00a0\u202f·«»’“”–—…×±−½⁄";
const RARE = "ÄËÏÖÙÛÜŸÆÑÁÍÓÚäöÿæñáíóúßøåØÅ" + '"#*<>@[]_{|}~‘÷¼¾°ºª²³€£$†•';
// No ligatures and no figures of equal width: the former cost more than they show, and base.css
// asks for lining figures everywhere.
const FEATURES = ["kern", "lnum"];
const LOOKS = "src/filon/games/*/web/look.json";

/** The letters of the titles on the boxes: all that is set as on a poster. */
function titles(): string {
  const boxes = globSync(LOOKS).map((path) => JSON.parse(readFileSync(path, "utf8")).box?.title);
  const lines = boxes.flatMap((title) => [...(title?.fr ?? []), ...(title?.en ?? [])]);
  return lines.map(([line]: [string]) => line).join(" ");
}

/** A cut of a face: its family, the package it comes from, and the letters of its first file. */
interface Cut {
  family: string;
  pack: string;
  weight: number;
  style: "normal" | "italic";
  letters: string;
}

const serif = { family: "Alegreya", pack: "alegreya", style: "normal", letters: OURS } as const;
const sans = { ...serif, family: "Alegreya Sans", pack: "alegreya-sans" } as const;
const CUTS = (): Cut[] => [
  { ...serif, family: "Rye", pack: "rye", weight: 400, letters: titles() },
  { ...serif, weight: 500 },
  { ...serif, weight: 500, style: "italic" },
  { ...serif, weight: 700 },
  { ...sans, weight: 500 },
  { ...sans, weight: 700 },
];
// The name on the sign, a family of its own: else every heavy word would be set in its weight.
const SIGN: Cut = { ...serif, family: "Filon", weight: 900, letters: "FILON" };

const CACHE = resolve("node_modules", ".cache", "filon-fonts");

async function cut(face: Cut, letters: string): Promise<string> {
  const file = `@fontsource/${face.pack}/files/${face.pack}-latin-${face.weight}-${face.style}.woff2`;
  const whole = await readFile(require.resolve(file));
  const print = createHash("sha256").update(whole).update(letters).update(FEATURES.join());
  const name = `${face.pack}-${face.weight}-${face.style}-${print.digest("hex").slice(0, 8)}.woff2`;
  const kept = join(CACHE, name);
  if (!existsSync(kept)) {
    const { default: subset } = await import("subset-font");
    const small = await subset(whole, letters, {
      targetFormat: "woff2",
      keepFeatures: FEATURES,
      noHinting: true,
    });
    await mkdir(CACHE, { recursive: true });
    await writeFile(kept, small);
  }
  return name;
}

/** The letters as CSS ranges: U+20-7E, U+A0. */
function ranges(letters: string): string {
  const codes = [...new Set(letters)].map((letter) => letter.codePointAt(0) ?? 0);
  const spans: [number, number][] = [];
  for (const code of codes.sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else spans.push([code, code]);
  }
  const hex = (code: number) => code.toString(16);
  return spans.map(([from, to]) => `U+${hex(from)}` + (to > from ? `-${hex(to)}` : "")).join();
}

async function face(one: Cut, letters: string): Promise<string> {
  return (
    `@font-face{font-family:"${one.family}";font-weight:${one.weight};` +
    `font-style:${one.style};font-display:swap;unicode-range:${ranges(letters)};` +
    `src:url("$fonts/${await cut(one, letters)}") format("woff2")}`
  );
}

/** Serves `virtual:fonts.css`: the page's faces, self-hosted and cut to size. */
export function fonts(): Plugin {
  const ID = "virtual:fonts.css";
  return {
    name: "filon-fonts",
    config: () => ({ resolve: { alias: { $fonts: CACHE } } }),
    resolveId: (id) => (id === ID ? "\0" + ID : undefined),
    async load(id) {
      if (id !== "\0" + ID) return;
      const rules = CUTS().map(async (one) => {
        const first = new Set(one.letters);
        const rest = [...new Set(OURS + RARE)].filter((letter) => !first.has(letter)).join("");
        return (await face(one, one.letters)) + "\n" + (await face(one, rest));
      });
      return (await Promise.all([...rules, face(SIGN, SIGN.letters)])).join("\n");
    },
  };
}
