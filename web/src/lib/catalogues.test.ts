import { describe, expect, it } from "vitest";
import { fill, type Lang } from "./words";

type Texts = Record<string, string>;
const files = import.meta.glob<Texts>(
  ["../../../src/filon/messages/*.json", "../../../src/filon/games/*/web/messages.*.json"],
  { eager: true, import: "default" },
);
const folders = [...new Set(Object.keys(files).map((path) => path.replace(/(fr|en)\.json$/, "")))];

describe.each(folders)("%s", (folder) => {
  const [fr, en] = [files[`${folder}fr.json`] ?? {}, files[`${folder}en.json`] ?? {}];

  it("has the same keys in both languages, and they are not empty", () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
    expect(Object.keys(fr).length).toBeGreaterThan(0);
  });

  it.each(["fr", "en"] as Lang[])("follows the grammar in %s", (lang) => {
    for (const [key, text] of Object.entries(lang === "fr" ? fr : en)) {
      for (const n of [0, 1, 2]) expect(() => fill(text, { n }, lang), key).not.toThrow();
    }
  });

  it("is typeset: curly apostrophes, French spacing", () => {
    for (const [key, text] of Object.entries(fr)) {
      expect(text, key).not.toMatch(/['"]/);
      expect(text, key).not.toMatch(/[^\u202f\u00a0\s{(][;!?»]/);
      expect(text, key).not.toMatch(/ [;:!?»]/);
    }
    for (const [key, text] of Object.entries(en)) expect(text, key).not.toMatch(/'/);
  });
});
