// Which tests of a journeys file run: those of one tier, or all. Cells of a table, such as every page in two colors, are
// in no short tier, and CI runs a sixth of each table.

import { basename } from "node:path";
import { test as always } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { partOf, runningPart } from "../../scripts/testing/parts.mjs";
import { runningTier, runsCell, runsTests } from "../tiers.mjs";

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
  const path = fileURLToPath(url);
  const runs = runsTests(path, tier, part);
  // A sixth of a short table may have no cell. Node never calls `after` in a file without any test, so what `before`
  // started would keep the process alive; and it ends a file when the tests that it knows have ended, so this one waits
  // until the whole file was read.
  if (!runs || part !== null)
    void always("the rest", async (context) => {
      await import(pathToFileURL(process.argv[1]).href);
      context.skip("another tier or commit runs it");
    });
  return {
    test: runs ? always : /** @type {typeof always} */ (/** @type {unknown} */ (async () => undefined)),
    cell(name, body) {
      if (runsCell(path, row, tier, part)) void always(name, body);
      row += 1;
    },
  };
}
