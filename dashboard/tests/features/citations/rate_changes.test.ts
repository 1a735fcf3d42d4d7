// Only the component that draws stored changes says that a citation rate changed.

import { readFile, readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";

const SOURCES = "src";
/** The component that draws a stored change. */
const DRAWS_CHANGES = "src/features/shared/citations/RateChange.tsx";
/** What says that a rate changed, or that it did not. */
const PHRASES =
  /cite[sd]?\b.{0,60}\b(more|less) often|clear(ly)? (change|since)|citation rate (rose|rises|fell|falls|changed)|(up|down) from \{|points would be noticed/i;
/** Phrases that make no statement about a citation rate, each with the reason. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  // About counts of rows.
  "src/features/shared/analytics/RowChange.tsx":
    /clear: undefined|No clear change: it varies|clear (rise|fall)`|no clear change`/,
  // A count of clicks, visits or views, which has a test of its own.
  "src/features/shared/analytics/Change.tsx": /No clear change(, or fewer than eight weeks to compare|: it varies)/,
  // Shown only if there is no stored change.
  "src/features/citations/rates/WeeklyRates.tsx": /No clear change of a citation rate at the moment/,
  // The heading and the empty state of the list of stored changes.
  "src/features/citations/changes/ChangeList.tsx": /Clear changes`|No clear change`/,
  // Tracks of evidence say what a clear change needs, and that nothing is one yet.
  "src/features/citations/changes/NotClearYet.tsx": /what a clear change needs|too few runs for a clear change/,
  // Without a stored change: which change the runs of the latest comparison would have found, and when.
  "src/features/citations/evidence/NoClearChange.tsx": /No clear change\. In 4 of 5 cases/,
  // The heading of the stored changes of a period.
  "src/features/report/ReportSheet.tsx": /Clear changes of citation rates/,
  // What may happen, in a sentence about webhooks.
  "src/features/webhooks/WebhooksPage.tsx": /a citation rate rises, a widget/,
};

/** The texts of a source that are translated: each line without comments. */
const linesOf = (source: string): string[] =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\/\/.*$/, ""));

async function sources(): Promise<string[]> {
  const found = await readdir(SOURCES, { recursive: true });
  return found
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("generated/"))
    .map((path) => `${SOURCES}/${path}`)
    .sort();
}

/** Documents and tool texts; statistics.md explains the tests themselves. */
const TEXTS = ["../docs", "../crates/api/src/openapi/prose", "../crates/server/src/mcp"];
const EXPLAINS_TESTS = "../docs/statistics.md";
/** What says in a document that a citation rate changed. */
const SAYS_CHANGE =
  /clear changes?\b|clearly (chang|differ|cite|lost|gain)|became clear|rate (rose|fell|changed|differs)|cite[sd]? .{0,30}(more|less) often/i;
/** How a document names the stored object. */
const NAMES_OBJECT = /list_changes|\/changes\/|`changes?`|\*Changes\*|\*Citations\*|citation_lost/;

/** The paragraphs and table rows of a text that are about citations. */
const blocksOf = (text: string): string[] =>
  text.split(/\n\s*\n|\n(?=\|)|\n(?=\* )/).filter((block) => /\bcit(e|ation)/i.test(block));

describe("that a citation rate changed", () => {
  test("is said by the component that draws stored changes alone", async () => {
    const said: string[] = [];
    for (const path of await sources()) {
      if (path === DRAWS_CHANGES) continue;
      const lines = linesOf(await readFile(path, "utf8"));
      // A sentence may be broken into two lines of the source.
      lines.forEach((line, index) => {
        const text = `${line} ${(lines[index + 1] ?? "").trim()}`;
        if (PHRASES.test(text) && !ALLOWED[path]?.test(text)) said.push(`${path}:${String(index + 1)} ${line.trim()}`);
      });
    }
    expect(said).toEqual([]);
  });
  test("is said in documents and texts of tools with the name of the stored object", async () => {
    const said: string[] = [];
    for (const folder of TEXTS) {
      for (const name of (await readdir(folder)).filter((one) => /\.(md|rs)$/.test(one))) {
        const path = `${folder}/${name}`;
        if (path === EXPLAINS_TESTS || name === "routes.md") continue;
        for (const block of blocksOf(await readFile(path, "utf8")))
          if (SAYS_CHANGE.test(block) && !NAMES_OBJECT.test(block)) said.push(`${path}: ${block.slice(0, 200)}`);
      }
    }
    expect(said).toEqual([]);
  });
  test("is recognized in the sentences of that component", async () => {
    const said = linesOf(await readFile(DRAWS_CHANGES, "utf8")).filter((line) => PHRASES.test(line));
    expect(said.length).toBeGreaterThanOrEqual(8);
  });
});
