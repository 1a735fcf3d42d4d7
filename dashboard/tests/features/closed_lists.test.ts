// A table of values that the API lists is complete.

import { readFile, readdir } from "node:fs/promises";
import { expect, test } from "vitest";

const SOURCES = "src";
/** Two values are everyday words: the order of a column. */
const MIN_VALUES = 3;

/** The closed lists of the document: each with its values, sorted. */
async function closedLists(): Promise<Set<string>> {
  const types = await readFile(`${SOURCES}/generated/api.d.ts`, "utf8");
  const unions = types.matchAll(/: \(?((?:\s*\|?\s*"[^"]+")+)/g);
  return new Set([...unions].map(([, union = ""]) => valuesOf(union)).filter((values) => values !== ""));
}

/** The different texts between quotes, sorted; empty if there are too few. */
function valuesOf(text: string): string {
  const values = new Set([...text.matchAll(/"([^"]+)"/g)].map(([, value]) => value));
  return values.size < MIN_VALUES ? "" : [...values].sort().join(" ");
}

/** The lists of texts in a source that are a closed list and do not go through `every`. */
function unchecked(source: string, closed: ReadonlySet<string>): string[] {
  const lists = source.matchAll(/(every<[^()]*>\(\)\()?\[((?:\s*"[^"]*",?)+)\s*\]/g);
  return [...lists].flatMap(([list, isChecked]) =>
    isChecked === undefined && closed.has(valuesOf(list)) ? [list] : [],
  );
}

test("every list of the document's values is compared with them when it is compiled", async () => {
  const closed = await closedLists();
  expect(closed.size).toBeGreaterThan(40);
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => /(?<!\.d)\.tsx?$/.test(file));
  const found = await Promise.all(
    files.map(async (file) =>
      unchecked(await readFile(`${SOURCES}/${file}`, "utf8"), closed).map((list) => `${file}: ${list}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});

test("a list that is not compared is found in any order and form", () => {
  const closed = new Set(["admin member owner"]);
  for (const list of ['["owner", "admin", "member"]', '[\n  "admin",\n  "member",\n  "owner",\n]'])
    expect(unchecked(`const ROLES = ${list} as const;`, closed)).toHaveLength(1);
  expect(unchecked('every<Role>()(["owner", "admin", "member"])', closed)).toEqual([]);
  expect(unchecked('const SOME = ["owner", "admin"]', closed)).toEqual([]);
});
