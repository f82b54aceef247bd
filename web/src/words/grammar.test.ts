import { describe, expect, it } from "vitest";
import vectors from "../../../tests/support/messages_vectors.json";
import { BadMessage, fill, typeset, type Lang } from "./grammar";

describe("the message grammar", () => {
  it.each(vectors)("says $text with $facts in $lang", ({ lang, text, facts, said }) => {
    expect(fill(text, facts, lang as Lang)).toBe(said);
  });

  it.each(["{n", "n}", "{n, plural, one {#}}", "{n, plural, one # other}", "{n, odd, other {}}"])(
    "refuses %s",
    (text) => {
      expect(() => fill(text, { n: 5 }, "en")).toThrow(BadMessage);
    },
  );

  it("shows the narrow space as these faces need it", () => {
    expect(typeset("Relancez-vous\u202f?")).toBe("Relancez-vous\u00a0?");
  });
});
