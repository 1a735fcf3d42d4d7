import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const BYTES_MOST = 8 * 1_024;
const file = readFileSync(new URL("../dist/widget.js", import.meta.url));

test("the widget stays within eight kibibytes, compressed", () => {
  expect(gzipSync(file, { level: 9 }).length).toBeLessThanOrEqual(BYTES_MOST);
});

test("the widget asks for no module, evaluates no text, and writes no markup", () => {
  const text = file.toString();
  expect(text).not.toMatch(/\bimport\b|\brequire\(|\beval\(|new Function|innerHTML|outerHTML|document\.write/);
});

test("the widget is written in the language of 2019", () => {
  // Of what came later, what the sources use: `?.`, `??`, `||=` and `??=`.
  expect(file.toString()).not.toMatch(/[\w)\]]\?\.[^\d]|\?\?|\|\|=/);
});
