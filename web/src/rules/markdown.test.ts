import { render } from "svelte/server";
import { describe, expect, it, test } from "vitest";
import RulesText from "./RulesText.svelte";
import { anchorOf, chapters, clauseOf, read, refsOf, search, stepsOf } from "./markdown";

/** The text as the page draws it, without what Svelte adds for itself. */
const drawn = async (source: string, clause = "") =>
  render(RulesText, { props: { tokens: await read(source), clause } })
    .body.replace(/<!--.*?-->/gs, "")
    .replace(/ ?svelte-\w+/g, "")
    .replace(/ class=""/g, "")
    .replace(/class=" /g, 'class="');
const within = (inner: string) => `<div class="rules">${inner}</div>`;

test("a line and a heading are found by the number they open with", () => {
  expect(clauseOf("**PB-12** x")).toBe("PB-12");
  expect(clauseOf("no clause CI-9 at the start")).toBe("");
  expect(anchorOf("**CI-3** The end")).toBe("CI-3");
  expect(anchorOf("The end, at last")).toBe("the-end-at-last");
});

test("a summary's clauses, the chapters and a word in them are found", async () => {
  expect(refsOf("The most **wins**. (NU-15, NU-16)")).toBe("NU-15, NU-16");
  expect(refsOf("A line (of course).")).toBe("");
  const found = chapters(await read("# G\n\n## La fin\n\n**CI-3** À égalité.\n\n**CI-4** Non."));
  expect(found).toMatchObject([{ title: "La fin", at: "la-fin" }]);
  expect(search(found, "egalite").map((one) => one.clause)).toEqual(["CI-3"]);
  expect(search(found, "ci-4").map((one) => one.clause)).toEqual(["CI-4"]);
});

describe("a rules text", () => {
  it("draws clauses as anchors, and marks the one that was asked for", async () => {
    const text = "**CI-9** A space with a *black* marker\nstays closed.\n\n**CI-10** More.";
    expect(await drawn(text, "CI-10")).toBe(
      within(
        '<p data-clause="CI-9"><strong>CI-9</strong> A space with a <em>black</em> marker\n' +
          'stays closed.</p><p data-clause="CI-10" class="lit"><strong>CI-10</strong> More.</p>',
      ),
    );
  });

  it("draws headings, lists, tables, quotes, code and links", async () => {
    expect(await drawn("# A\n\n## B c")).toBe(
      within(
        '<h2 class="d1 poster" data-clause="a">A</h2><h3 class="d2" data-clause="b-c">B c</h3>',
      ),
    );
    expect(await drawn("- **CI-1** one\n- two")).toBe(
      within(
        '<ul class="clauses"><li data-clause="CI-1"><strong>CI-1</strong> one</li><li>two</li></ul>',
      ),
    );
    expect(await drawn("| a | b |\n|---|---|\n| 1 | 2 |")).toContain("<td>1</td><td>2</td>");
    expect(await drawn("> so `x` is [there](#CI-2)")).toBe(
      within('<blockquote><p>so <code>x</code> is <a href="#CI-2">there</a></p></blockquote>'),
    );
  });

  it("draws an example without its reference, and says which steps it is from", async () => {
    const quote =
      "> **Example.** A 5, then\n> a 1.\n> <!-- golden 2p, steps 24-26\n> steps: die 5; die 1\n> told: x -->";
    const [one, two] = await read(`${quote}\n\n> Just words.`);
    expect(one && stepsOf(one)).toEqual({ from: 24, to: 26 });
    expect(two && stepsOf(two)).toBeNull();
    const text = await drawn(quote);
    expect(text).toMatch(
      /^<div class="rules"><blockquote class="example"><p><strong>Example\.<\/strong> A 5, then\na 1\.\s*<\/p> *<footer>shell\.rules\.recorded<\/footer><\/blockquote><\/div>$/,
    );
  });

  it("keeps the French spaces that these faces have", async () => {
    expect(await drawn("Quoi\u202f?")).toContain("Quoi\u00a0?");
  });

  it.each([
    "<script>alert(1)</script>",
    'a <img src=x onerror="alert(1)"> b',
    '<b style="color: red">b</b>',
    "![x](https://example.org/x.png)",
  ])("draws no HTML and no picture: %s", async (text) => {
    expect((await drawn(text)).replace(/^<div class="rules">(<p>)?/, "")).not.toMatch(/<(?!\/)/);
  });

  it("leads nowhere but to the web or into the page", async () => {
    expect(await drawn("[x](javascript:alert(1))")).toContain('<a href="#">x</a>');
    expect(await drawn("[x](https://example.org)")).toContain('href="https://example.org"');
  });
});
