/** docs/privacy.md describes everything that the widget keeps in a reader's browser, and nothing else. */

import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = new URL("../../src/", import.meta.url);
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
/** Comments are removed, because they may mention anything. */
const texts = new Map(
  files.map((name) => [
    name,
    readFileSync(new URL(name, SOURCES), "utf8").replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, ""),
  ]),
);
const all = [...texts.values()].join("\n");

/** The constants with keys. If a key ends with a period, a site's id follows. */
const constants = new Map(
  [...all.matchAll(/\bconst (\w+) = "(askline\.[\w.]*)";/g)].map(([, name = "", key = ""]) => [name, key]),
);

test("one file alone reaches what a browser keeps", () => {
  const places = /\b(?:localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie|caches\.)/;
  expect([...texts].filter(([, text]) => places.test(text)).map(([name]) => name)).toEqual(["first/natives.ts"]);
  expect(all).not.toMatch(/\bcookie\b|sessionStorage|indexedDB/);
});

test("what is kept is kept under constants, so that none is overlooked here", () => {
  const uses = [...all.matchAll(/\bstore\.(?:recall|write)\(\s*([^,)]+)/g)].map(([, key = ""]) => key.trim());
  expect(uses.length).toBeGreaterThan(5);
  for (const key of uses) {
    const [, name = "", site] = /^(\w+)( \+ \w+)?$/.exec(key) ?? [];
    const value = constants.get(name);
    expect(value, `store.recall or store.write of ${key}`).toBeDefined();
    expect(value?.endsWith("."), `${key} is a site's own`).toBe(site !== undefined);
  }
  expect(new Set(uses.map((key) => key.split(" ")[0]))).toEqual(new Set(constants.keys()));
});

test("the page has a row for each of them", () => {
  const page = readFileSync(new URL("../../../docs/privacy.md", import.meta.url), "utf8");
  const told = [...page.matchAll(/^\| `(askline\.[^`]+)` \|/gm)].map(([, key]) => key);
  const kept = [...constants.values()].map((key) => (key.endsWith(".") ? `${key}<site>` : key));
  expect(told.sort()).toEqual(kept.sort());
  expect(told.length).toBeGreaterThanOrEqual(5);
  // The same anywhere in the text: every key that the page names is stored.
  for (const [, key = ""] of page.matchAll(/`(askline\.[^`]+)`/g)) expect(kept).toContain(key);
});
