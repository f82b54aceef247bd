import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

// Said by the terminal, or by the server, which words its refusals itself.
const ELSEWHERE = /^(?:terminal|serve|error|build|preview|review|luck)\.|^\w+\.clause\./;
// Said by what a person opens after the first look: they come when the first of them is needed.
const LATE =
  /^shell\.(?:review|luck|me|past|door|room|ladder|along|setup|again|fork|puzzle|fair|guide|here)\b|^\w+\.(?:guided|why)\./;
const OPENED =
  /\/(?:(?:review|profile)\/.*|window\/(?:OfflineInstall|UpdateBanner)|shelf\/(?:DaySheet|SetupSheet)|table\/(?:FairSheet|Guide|LanAccess|LessonEnd|LessonPath|Visibility))\.\w+$/;
const SOURCES = ["web/src/**/*.{svelte,ts}", "src/filon/games/*/web/**/*.{svelte,ts}"];

/** Divides the catalogues: the first words, the late ones (`?late`), and what the page never says. */
export function catalogue(): Plugin {
  let page = "";
  let first = "";
  return {
    name: "filon-catalogue",
    enforce: "pre",
    buildStart: () => {
      const read = (paths: string[]) =>
        paths.map((path) => readFileSync(resolve(path), "utf8")).join("\n");
      const paths = globSync(SOURCES);
      page = read(paths);
      first = read(paths.filter((path) => !OPENED.test(path)));
    },
    transform: {
      filter: { id: /\/(?:filon\/messages\/|web\/messages\.)\w+\.json(?:\?late)?$/ },
      handler: (code, id) => {
        const wanted = id.endsWith("?late");
        // Boards name their texts without the game.
        const short = /\/web\/messages\./.test(id) ? /^\w+\./ : "";
        const named = (sources: string, key: string) =>
          sources.includes(`"${key.replace(short, "")}"`);
        const texts = Object.entries(JSON.parse(code) as Record<string, string>);
        const said = texts
          .filter(([key]) => !ELSEWHERE.test(key) || named(page, key))
          .filter(([key]) => wanted === (LATE.test(key) && !named(first, key)));
        const words = JSON.stringify(Object.fromEntries(said));
        return { code: wanted ? `export default ${words}` : words, map: null };
      },
    },
  };
}
