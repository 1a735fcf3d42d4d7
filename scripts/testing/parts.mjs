// Chooses the sixth of tests that `make test-ci` runs, by the hash of the commit. Over several commits all sixths run, so
// that breakage is noticed between two complete runs; `make test-long` runs everything.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";

import { ROOT } from "./root.mjs";

/** The environment variable whose value `all` makes every test run. Servers that tests start refuse an unknown `ASKLINE_*`. */
export const PARTS = "TEST_PARTS";
/** A commit runs one part of this many. */
export const PART_COUNT = 6;

/** @param {string} text */
export const partOf = (text) => createHash("sha256").update(text).digest()[0] % PART_COUNT;

/** The part of the commit that is checked out. */
export const currentPart = () =>
  partOf(spawnSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).stdout?.trim() ?? "");

/** The part that runs, or null if everything runs. */
export const runningPart = () => (process.env[PARTS] === "all" ? null : currentPart());
