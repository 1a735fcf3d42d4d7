// Tests that are the cells of a table, such as every page in two colors. `make test` runs a third of each table.

import { basename } from "node:path";
import { test } from "node:test";

import { runningThird, thirdOf } from "../../scripts/testing/thirds.mjs";

const third = runningThird();

/**
 * The table of a file: a function to use instead of `test` for each of its cells.
 * @param {string} url the file's `import.meta.url`; tables of different files begin at different cells
 * @returns {(name: string, body: () => Promise<void>) => void}
 */
export function tableOf(url) {
  let row = thirdOf(basename(url));
  return (name, body) => {
    if (third === null || row % 3 === third) void test(name, body);
    row += 1;
  };
}
