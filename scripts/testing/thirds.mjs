// Chooses the third of tests that `make test-ci` runs, by the hash of the commit. Over several commits all thirds run, so
// that breakage is noticed between two complete runs; `make test-long` runs everything.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";

import { ROOT } from "./root.mjs";

/** The environment variable whose value `all` makes every test run. Servers that tests start refuse an unknown `ASKLINE_*`. */
export const PARTS = "TEST_PARTS";

/** @param {string} text */
export const thirdOf = (text) => createHash("sha256").update(text).digest()[0] % 3;

/** The third of the commit that is checked out. */
export const currentThird = () =>
  thirdOf(spawnSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).stdout?.trim() ?? "");

/** The third that runs, or null if everything runs. */
export const runningThird = () => (process.env[PARTS] === "all" ? null : currentThird());
