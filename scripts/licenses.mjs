// Checks that everything in the binary may be distributed under the project's licenses. This covers the crates, and the
// npm packages in the embedded pages.

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { embeddedPackages } from "./embedded.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const FREE = new Set([
  "MIT",
  "MIT-0",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "Zlib",
  "0BSD",
  "Unicode-3.0",
  "CC0-1.0",
  "BSL-1.0",
  "Unlicense",
  "CDLA-Permissive-2.0",
  "MPL-2.0",
]);

/** @typedef {{ name: string, license: string | null }} Piece */

/**
 * Whether an SPDX expression can be satisfied with free licenses only.
 * @param {string} expression
 */
const isFree = (expression) =>
  expression
    .replaceAll("/", " OR ")
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((license) => FREE.has(license.trim())));

/** @returns {Piece[]} */
function crates() {
  const { stdout, status } = spawnSync("cargo", ["metadata", "--locked", "--format-version", "1"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) process.exit(1);
  /** @type {{ packages: { name: string, license: string | null }[] }} */
  const { packages } = JSON.parse(stdout);
  return packages.map(({ name, license }) => ({ name, license: license }));
}

const pieces = [...crates(), ...embeddedPackages().map(({ name, license }) => ({ name, license: license }))];
const refused = pieces
  .filter(({ license }) => license === null || !isFree(license))
  .map(({ name, license }) => `${name}: ${license}`);
if (refused.length > 0) {
  console.error(`Licenses that the project cannot take:\n${refused.join("\n")}`);
  process.exit(1);
}
console.log(`${pieces.length} licenses, and every one is free`);
