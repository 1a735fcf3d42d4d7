// Every crate that the binary is built with may be given on under the project's own licences.

import { spawnSync } from "node:child_process";

const FREE = new Set([
  "MIT", "MIT-0", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "0BSD",
  "Unicode-3.0", "CC0-1.0", "BSL-1.0", "Unlicense", "CDLA-Permissive-2.0", "MPL-2.0",
]);

const { stdout, status } = spawnSync(
  "cargo",
  ["metadata", "--locked", "--format-version", "1"],
  { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] },
);
if (status !== 0) process.exit(1);

/**
 * Whether an SPDX expression can be met by free licences alone.
 * @param {string} expression
 * @returns {boolean}
 */
const isFree = (expression) =>
  expression.replaceAll("/", " OR ").replace(/[()]/g, "").split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => FREE.has(licence.trim())));

const refused = JSON.parse(stdout).packages
  .filter((/** @type {{ license: string | null }} */ { license }) => license === null || !isFree(license))
  .map((/** @type {{ name: string, license: string | null }} */ { name, license }) => `${name}: ${license}`);
if (refused.length > 0) {
  console.error(`Licences that the project cannot take:\n${refused.join("\n")}`);
  process.exit(1);
}
console.log("every licence is free");
