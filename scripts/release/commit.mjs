// The name of a release: the workspace's version, and the time of the commit. No file of a release contains another
// time, so that two builds of one commit have the same bytes.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT, run } from "./run.mjs";

/** @typedef {{ version: string, seconds: number }} Commit `seconds`: since 1970 */

/** @returns {Commit} */
export function commit() {
  const [, version] = readFileSync(join(ROOT, "Cargo.toml"), "utf8").match(/^version = "(.+)"$/m) ?? [];
  if (version === undefined) throw new Error("Cargo.toml names no version.");
  const given = process.env.SOURCE_DATE_EPOCH;
  const seconds = Number(given ?? run(["git", "log", "-1", "--format=%ct"]));
  if (!Number.isSafeInteger(seconds) || seconds <= 0)
    throw new Error(`SOURCE_DATE_EPOCH is not a valid time: ${given}`);
  return { version, seconds };
}
