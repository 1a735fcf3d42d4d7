// Says how long a first build takes, before it begins. Says nothing if there was a build before.
//
// node scripts/building/estimate.mjs debug
// node scripts/building/estimate.mjs release

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { TARGET } from "./folders.mjs";

/**
 * The seconds of a first build, with the pages: those during which one processor works, and those of processor time
 * that all processors share. docs/decisions/builds.md has the measurements.
 */
const FIRST_BUILD = {
  debug: { alone: 60, shared: 330 },
  release: { alone: 240, shared: 600 },
};

/**
 * One line about the first build; `undefined` if it was built before.
 * @param {keyof typeof FIRST_BUILD} profile
 * @param {number} processors
 * @param {boolean} wasBuilt
 */
export function estimate(profile, processors, wasBuilt) {
  if (wasBuilt) return undefined;
  const { alone, shared } = FIRST_BUILD[profile];
  const minutes = Math.max(1, Math.round((alone + shared / processors) / 60));
  const on = processors === 1 ? "one processor" : `${processors} processors`;
  return `The first build takes about ${minutes === 1 ? "a minute" : `${minutes} minutes`} on ${on}; later ones take seconds.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const profile = process.argv[2] === "release" ? "release" : "debug";
  const line = estimate(profile, availableParallelism(), existsSync(join(TARGET, profile, "askline")));
  if (line !== undefined) console.log(line);
}
