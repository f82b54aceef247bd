import { expect, test } from "vitest";
import { blocks, clauseOf, spans } from "./md";

test("a paragraph knows its clause", () => {
  const [heading, clause, plain] = blocks("# Rules\n\n**CI-9** Nothing goes there.\n\nA remark.");
  expect(heading).toMatchObject({ kind: "heading", level: 1 });
  expect(clause).toMatchObject({ kind: "p", clause: "CI-9" });
  expect(plain).toMatchObject({ kind: "p", clause: "" });
  expect(clauseOf("no clause CI-9 at the start")).toBe("");
});

test("a link leads nowhere but to the web or into the page", () => {
  expect(spans("[x](javascript:alert(1))")[0]).toMatchObject({ kind: "link", to: "#" });
  expect(spans("[x](https://example.org)")[0]).toMatchObject({ to: "https://example.org" });
});
