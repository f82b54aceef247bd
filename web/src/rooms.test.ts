import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const SRC = "web/src";
/** What every page is made from; these rooms know no game and no page. */
const BASE = ["device", "net", "sw", "ui", "window", "words"];
/** What each other room may use besides: the pages use the table, and none uses another page. */
const ABOVE: Record<string, string[]> = {
  table: [],
  ...Object.fromEntries(
    ["arrive", "bench", "profile", "review", "rules", "shelf"].map((room) => [room, ["table"]]),
  ),
};

const files = globSync(`${SRC}/*/**/*.{ts,svelte}`).filter((file) => !file.endsWith(".test.ts"));
const roomOf = (file: string) => normalize(file).split("/")[2] ?? "";

/** The files that a file needs at once: types and what is fetched later are left out. */
function needs(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const named = [...text.matchAll(/^\s*(?:import|export)\b(?! type\b)([^;]*?)from "(\.[^"]+)"/gm)];
  return named
    .map(([, , path = ""]) => join(dirname(file), path))
    .map((path) => ["", ".ts", ".svelte.ts"].map((end) => path + end).find(existsSync) ?? path)
    .filter((path) => path.startsWith(`${SRC}/`) && path.split("/").length > 3);
}

test("rooms use only what stands below them", () => {
  expect(files.length).toBeGreaterThan(150);
  const wrong = files.flatMap((file) => {
    const room = roomOf(file);
    const may = [room, ...BASE, ...(ABOVE[room] ?? [])];
    return needs(file)
      .filter((path) => !may.includes(roomOf(path)))
      .map((path) => `${file} -> ${path}`);
  });
  expect(wrong).toEqual([]);
});

test("every room is known", () => {
  const rooms = new Set(files.map(roomOf));
  expect([...rooms].sort()).toEqual([...BASE, ...Object.keys(ABOVE)].sort());
});

test("no two files of the page have the same name", () => {
  const all = [...globSync("web/*.ts"), ...files].map((file) => basename(file));
  // The browser's Python runs in device/worker.ts; the server knows it by that name.
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
});
