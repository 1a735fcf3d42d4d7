// Accessibility errors that axe finds on a page. They would keep readers with a screen reader, a keyboard or poor sight
// from using it.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * @param {import("playwright-core").Page} page
 * @param {string} [besides] a selector of elements that are not checked
 * @returns {Promise<string[]>} what axe finds, in words
 */
export async function violations(page, besides) {
  await page.evaluate(AXE);
  const looked = JSON.stringify({ include: [["html"]], exclude: besides === undefined ? [] : [[besides]] });
  const { violations: found } = await page.evaluate(`axe.run(${looked}, { resultTypes: ['violations'] })`);
  return found.flatMap((/** @type {any} */ { id, nodes }) =>
    nodes.map((/** @type {any} */ node) => `${id}: ${node.target.flat()} ${node.failureSummary}`),
  );
}
