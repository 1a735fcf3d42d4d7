// Runs a program to its end; a failure stops the release.

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * Runs a program; returns what it printed to stdout.
 * @param {string[]} line
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, shown?: boolean }} [options] `shown`: its output is
 *   for people
 * @throws if its exit code is not 0
 */
export function run([program, ...args], { cwd = ROOT, env = {}, shown = false } = {}) {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", shown ? "inherit" : "pipe", "inherit"],
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(" ")} ${error === undefined ? `ended with ${status}` : error.message}`);
  return stdout ?? "";
}
