// @vitest-environment jsdom

/** Copies of pages that well-known systems make, counted: `testdata/page_copies`. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pageAsMarkdown } from "../../src/page_copy";

const FOLDER = join(import.meta.dirname, "../../../testdata/page_copies");
interface Expected {
  readonly headings: number;
  readonly codeLines: readonly string[];
  readonly tableRows: number;
  readonly listItems: number;
  readonly texts: readonly string[];
  readonly absent?: readonly string[];
}
const expected = JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8")) as Record<string, Expected>;
const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".html"))
  .map((name) => name.replace(".html", ""));

/** What a Markdown text contains. */
function countsOf(text: string) {
  const codeLines: string[] = [];
  const rest: string[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const [ticks = ""] = /^\s*`{3,}/.exec(line) ?? [];
    if (ticks && (!fence || ticks.trim() === fence)) fence = fence ? "" : ticks.trim();
    else (fence ? codeLines : rest).push(line);
  }
  const matching = (pattern: RegExp) => rest.filter((line) => pattern.test(line)).length;
  return {
    headings: matching(/^#{1,6} \S/),
    codeLines,
    tableRows: matching(/^\|/) - matching(/^\|( ?-+ ?\|)+$/),
    listItems: matching(/^\s*(-|\d+\.) +\S/),
    markup: rest.join("\n").match(/(?<!\\)<\/?[a-z][^>:]*>/gi) ?? [],
  };
}

test("every page says what its copy must contain", () => {
  expect(Object.keys(expected).sort()).toEqual([...names].sort());
  expect(names.length).toBeGreaterThanOrEqual(10);
});

test.each(Object.entries(expected))(
  "a copy of a page of %s keeps its structure and texts, and nothing else",
  async (name, { headings, codeLines, tableRows, listItems, texts, absent = [] }) => {
    const html = readFileSync(join(FOLDER, `${name}.html`), "utf8");
    const page = new DOMParser().parseFromString(html, "text/html");
    document.body.replaceChildren(...document.importNode(page.body, true).childNodes);
    document.title = page.title;
    const before = document.body.outerHTML;
    const text = await pageAsMarkdown(page.title, "https://example.com/a", "");
    expect(countsOf(text)).toEqual({ headings, codeLines, tableRows, listItems, markup: [] });
    for (const wanted of texts) expect(text).toContain(wanted);
    for (const unwanted of [...absent, "¶", "\u200b", "Copy code"]) expect(text).not.toContain(unwanted);
    expect(document.body.outerHTML).toBe(before);
  },
);

test("a copy that is cut says so, and leaves no block of code open", async () => {
  const main = document.createElement("main");
  const block = document.createElement("pre");
  block.textContent = "line of code\n\n".repeat(60_000);
  main.append(block);
  document.body.replaceChildren(main);
  const text = await pageAsMarkdown("T", "https://example.com/a", "");
  expect(text.length).toBeLessThan(410_000);
  expect(text).toContain("[The copy ends here, because the page is very long.]");
  expect(text.match(/^```/gm)).toHaveLength(2);
});
