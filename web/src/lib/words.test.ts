import { expect, test } from "vitest";
import vectors from "../../../tests/messages_vectors.json";
import { BadMessage, fill, plural, type Lang } from "./words";

// The same vectors that the Python reader is tested with: both must say the same words.
test.each(vectors)("$lang: $text", ({ lang, text, facts, said }) => {
  expect(fill(text, facts, lang as Lang)).toBe(said);
});

test.each(["{open", "close}", "{n, plural, one {x}}", "{n, guess, a {x}}"])("bad grammar: %s", (text) => {
  expect(() => fill(text, { n: 2 }, "en")).toThrow(BadMessage);
});

test("in French nought and one are singular, in English only one is", () => {
  expect([0, 1, 1.5, 2].map((n) => plural(n, "fr"))).toEqual(["one", "one", "one", "other"]);
  expect([0, 1, 1.5, 2].map((n) => plural(n, "en"))).toEqual(["other", "one", "other", "other"]);
});
