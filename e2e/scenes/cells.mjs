// Which tests of a journeys file run: those of one tier, or all. Cells of a table, such as every page in two colors, are
// in no short tier, and CI runs a sixth of each table.

import { basename } from "node:path";
import { test as always } from "node:test";
import { fileURLToPath } from "node:url";

import { PART_COUNT, partOf, runningPart } from "../../scripts/testing/parts.mjs";
import { runningTier, runsTests } from "../tiers.mjs";

const part = runningPart();
const tier = runningTier();

/**
 * The functions to use instead of `test` in a file with a table: `test` for tests of its tier, and `cell` for each cell
 * of its table.
 * @param {string} url the file's `import.meta.url`; tables of different files begin at different cells
 * @returns {{ test: typeof always, cell: (name: string, body: () => Promise<void>) => void }}
 */
export function journeysOf(url) {
  let row = partOf(basename(url));
  const runs = runsTests(fileURLToPath(url), tier, part);
  // A sixth of a short table may have no cell. Node never calls `after` in a file without any test, so what `before`
  // started would keep the process alive.
  if (!runs) always("its other tests", { skip: "another tier or commit runs them" }, () => {});
  return {
    test: runs ? always : /** @type {typeof always} */ (/** @type {unknown} */ (async () => undefined)),
    cell(name, body) {
      if (tier !== "test" && (part === null || row % PART_COUNT === part)) void always(name, body);
      row += 1;
    },
  };
}
