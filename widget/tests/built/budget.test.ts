/** The size of the files on the wire. */

import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Linter } from "eslint";
import { expect, test } from "vitest";

/**
 * The first file may have 7.2 KiB. In addition to drawing, it sends the view of a reader who leaves before the second
 * file arrives; this half KiB cannot be in a later file. The other limits are the current size plus 100 bytes.
 */
const MAX_FIRST_BROTLI = 7_372;
const MAX_FIRST_GZIP = 8_250;
const MAX_BOTH_BROTLI = 13_240;
/** For readers who click or focus something. */
const MAX_TOUCH_BROTLI = 2_950;
/** Loaded together with the payload. */
const MAX_PLACE_BROTLI = 4_320;
/** For sites with rarely used features. */
const MAX_EXTRAS_BROTLI = 6_389;
/** For sites with own items. */
const MAX_MENU_BROTLI = 961;
/** Everything that a reader of a site with own items loads for the first view. */
const MAX_FIRST_VIEW_WITH_ITEMS_BROTLI = 18_600;
const DIST = new URL("../../dist/", import.meta.url);
const names = readdirSync(new URL("widget/", DIST));
const read = (name: string) => readFileSync(new URL(name, DIST));
const part = (what: string) => read(`widget/${names.find((name) => name.startsWith(`${what}-`)) ?? ""}`);
const first = read("widget.js");
const [rest, extras, menu, place, touch] = [part("rest"), part("extras"), part("menu"), part("place"), part("touch")];

test("the parts of a build have one name, made of what is in them, and are asked for by it", () => {
  expect(names.map((name) => name.replace(/[0-9a-f]{16}/, "…"))).toEqual([
    "afresh.js",
    "element.js",
    "extras-….js",
    "menu-….js",
    "page_copy-….js",
    "place-….js",
    "rest-….js",
    "touch-….js",
  ]);
  const digests = new Set(names.filter((name) => name.includes("-")).map((name) => name.slice(-19, -3)));
  expect(digests.size).toBe(1);
  for (const caller of [first, rest]) expect(caller.toString()).toContain([...digests][0]);
});

test("the first file, which draws, stays within its budget", () => {
  expect(brotliCompressSync(first).length).toBeLessThanOrEqual(MAX_FIRST_BROTLI);
  expect(gzipSync(first, { level: 9 }).length).toBeLessThanOrEqual(MAX_FIRST_GZIP);
});

test("both together stay within their budget", () => {
  expect(brotliCompressSync(first).length + brotliCompressSync(rest).length).toBeLessThanOrEqual(MAX_BOTH_BROTLI);
});

test("the file that finds the place stays within its budget", () => {
  expect(brotliCompressSync(place).length).toBeLessThanOrEqual(MAX_PLACE_BROTLI);
});

test("what is loaded at the first touch stays within its budget", () => {
  expect(brotliCompressSync(touch).length).toBeLessThanOrEqual(MAX_TOUCH_BROTLI);
});

test("what only some sites have stays within its budget", () => {
  expect(brotliCompressSync(extras).length).toBeLessThanOrEqual(MAX_EXTRAS_BROTLI);
});

test("own items stay within their budget, and so does the whole first view of a site with items", () => {
  expect(brotliCompressSync(menu).length).toBeLessThanOrEqual(MAX_MENU_BROTLI);
  const view = [first, place, rest, menu].map((file) => brotliCompressSync(file).length);
  expect(view.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MAX_FIRST_VIEW_WITH_ITEMS_BROTLI);
});

test("the widget loads nothing but its own files, evaluates no text, and writes no markup", () => {
  const text =
    first.toString() + place.toString() + rest.toString() + extras.toString() + menu.toString() + touch.toString();
  expect(text.match(/\bimport\b/g)).toHaveLength(4);
  expect(text).not.toMatch(/\brequire\(|\beval\(|new Function|innerHTML|outerHTML|document\.write/);
});

test("no file uses a short name that it does not have: what is shortened in one is not taken for something of the browser in another", () => {
  const linter = new Linter();
  for (const file of ["widget.js", ...names.map((name) => `widget/${name}`)]) {
    const found = linter.verify(read(file).toString(), [
      { languageOptions: { ecmaVersion: 2022, sourceType: "module" }, rules: { "no-undef": "error" } },
    ]);
    expect(
      found
        .map(({ message }) => message)
        .filter((message) => /^'\w{1,2}' is not defined/.test(message) || message.startsWith("Parsing error")),
    ).toEqual([]);
  }
});

test("the widget is written in the language of 2021, which every browser has that can do what it does", () => {
  // Newer features: private fields, static blocks, `.at()`, `structuredClone` and `.toSorted()`.
  for (const file of [first, place, rest, extras, menu, touch])
    expect(file.toString()).not.toMatch(/this\.#|static\{|\.at\(|structuredClone|\.toSorted\(/);
});
