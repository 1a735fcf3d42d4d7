// What keeps readers with a screen reader, a keyboard or poor sight from using a page.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @param {import("playwright-core").Page} page @returns {Promise<string[]>} what axe finds, in words */
export async function violations(page) {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  return found.flatMap((/** @type {any} */ { id, nodes }) => nodes.map((/** @type {any} */ node) => `${id}: ${node.target.flat()} ${node.failureSummary}`));
}
