/** What the two files cost on the wire. */

import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";

/**
 * What they are now. Where they should come to: 7,168 bytes with Brotli and 7,987 with gzip for the first, 12,288 with Brotli
 * for both. The first tells the view by itself, which is 560 bytes of it.
 */
const FIRST_BROTLI_MOST = 9_460;
const FIRST_GZIP_MOST = 10_420;
const BOTH_BROTLI_MOST = 15_905;
const DIST = new URL("../dist/", import.meta.url);
const first = readFileSync(new URL("widget.js", DIST));
const [name = "", ...others] = readdirSync(new URL("widget/", DIST)).filter((file) => file !== "element.js");
const rest = readFileSync(new URL(`widget/${name}`, DIST));

test("there are two files, and the second is named by its content", () => {
  expect(others).toEqual([]);
  expect(name).toMatch(/^rest-[0-9a-f]{16}\.js$/);
  expect(first.toString()).toContain(name);
});

test("the first file, which draws, stays within its budget", () => {
  expect(brotliCompressSync(first).length).toBeLessThanOrEqual(FIRST_BROTLI_MOST);
  expect(gzipSync(first, { level: 9 }).length).toBeLessThanOrEqual(FIRST_GZIP_MOST);
});

test("both together stay within their budget", () => {
  expect(brotliCompressSync(first).length + brotliCompressSync(rest).length).toBeLessThanOrEqual(BOTH_BROTLI_MOST);
});

test("the widget loads nothing but its second file, evaluates no text, and writes no markup", () => {
  const text = first.toString() + rest.toString();
  expect(text.match(/\bimport\b/g)).toHaveLength(1);
  expect(text).not.toMatch(/\brequire\(|\beval\(|new Function|innerHTML|outerHTML|document\.write/);
});

test("the widget is written in the language of 2019, and loads its second file as browsers of that year can", () => {
  // Of what came later, what the sources use: `?.`, `??`, `||=` and `??=`.
  for (const file of [first, rest]) expect(file.toString()).not.toMatch(/[\w)\]]\?\.[^\d]|\?\?|\|\|=/);
});
