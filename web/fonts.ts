import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

// The faces of the page, cut at build time to the letters people read here (about 110 kB in all).
const require = createRequire(import.meta.url);
const LATIN =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" +
  "ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸŒÆÑÁÍÓÚàâäçéèêëîïôöùûüÿœæñáíóúßøåØÅ" +
  " !\"#%&'()*+,-./:;<=>?@[]_{|}~\u00a0·«»‘’“”–—…×÷−±½¼¾°ºª²³€£$†•";
const TITLES =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzéèêàâôçùîï0123456789!?’'.,:&- \u00a0";
const FEATURES: string[] = ["kern", "lnum", "tnum", "liga", "ccmp", "mark", "mkmk", "locl", "frac"];

const FACES = [
  { family: "Rye", pack: "rye", weight: 400, style: "normal", letters: TITLES },
  { family: "Alegreya", pack: "alegreya", weight: 500, style: "normal", letters: LATIN },
  { family: "Alegreya", pack: "alegreya", weight: 500, style: "italic", letters: LATIN },
  { family: "Alegreya", pack: "alegreya", weight: 700, style: "normal", letters: LATIN },
  { family: "Alegreya", pack: "alegreya", weight: 800, style: "normal", letters: LATIN },
  { family: "Alegreya", pack: "alegreya", weight: 900, style: "normal", letters: "FILON" },
  { family: "Alegreya Sans", pack: "alegreya-sans", weight: 500, style: "normal", letters: LATIN },
  { family: "Alegreya Sans", pack: "alegreya-sans", weight: 700, style: "normal", letters: LATIN },
  { family: "Alegreya Sans", pack: "alegreya-sans", weight: 800, style: "normal", letters: LATIN },
] as const;

type Face = (typeof FACES)[number];

const CACHE = resolve("node_modules", ".cache", "filon-fonts");

async function cut(face: Face): Promise<string> {
  const file = `@fontsource/${face.pack}/files/${face.pack}-latin-${face.weight}-${face.style}.woff2`;
  const whole = await readFile(require.resolve(file));
  const print = createHash("sha256").update(whole).update(face.letters).update(FEATURES.join());
  const name = `${face.pack}-${face.weight}-${face.style}-${print.digest("hex").slice(0, 8)}.woff2`;
  const kept = join(CACHE, name);
  if (!existsSync(kept)) {
    const { default: subset } = await import("subset-font");
    const small = await subset(whole, face.letters, {
      targetFormat: "woff2",
      keepFeatures: FEATURES,
      noHinting: true,
    });
    await mkdir(CACHE, { recursive: true });
    await writeFile(kept, small);
  }
  return name;
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
      const rules = FACES.map(
        async (face) =>
          `@font-face{font-family:"${face.family}";font-weight:${face.weight};` +
          `font-style:${face.style};font-display:swap;` +
          `src:url("$fonts/${await cut(face)}") format("woff2")}`,
      );
      return (await Promise.all(rules)).join("\n");
    },
  };
}
