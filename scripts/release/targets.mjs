// The targets of a release. For each processor, the first target is used whose standard library is installed: static
// musl, otherwise the oldest glibc that Rust supports.

import { existsSync } from "node:fs";
import { join } from "node:path";

import { run } from "./run.mjs";

/**
 * A processor, by the names that each kind of package gives it.
 * @typedef {{ machine: string, debian: string, image: string, targets: string[] }} Processor `machine`: as `uname -m` says
 */
/** @typedef {Processor & { target: string, libc: "musl" | "glibc" }} Chosen */

/** @type {Processor[]} */
export const PROCESSORS = [
  {
    machine: "x86_64",
    debian: "amd64",
    image: "amd64",
    targets: ["x86_64-unknown-linux-musl", "x86_64-unknown-linux-gnu"],
  },
  {
    machine: "aarch64",
    debian: "arm64",
    image: "arm64",
    targets: ["aarch64-unknown-linux-musl", "aarch64-unknown-linux-gnu"],
  },
];
/** The glibc version of RHEL 7. Distributions since 2014 have this or a newer one. */
export const GLIBC = "2.17";

/**
 * The targets that can be built here, and a sentence for each one that cannot.
 * @param {(target: string) => boolean} isInstalled
 * @param {Processor[]} [processors]
 * @returns {{ chosen: Chosen[], notes: string[] }}
 */
export function choose(isInstalled, processors = PROCESSORS) {
  /** @type {Chosen[]} */
  const chosen = [];
  const notes = [];
  for (const processor of processors) {
    const [best] = processor.targets;
    const target = processor.targets.find(isInstalled);
    const how = `To add it: rustup target add ${best}`;
    if (target === undefined) {
      notes.push(`${processor.machine} is left out: no standard library for it is installed. ${how}`);
      continue;
    }
    const libc = target.endsWith("-musl") ? "musl" : "glibc";
    if (target !== best)
      notes.push(
        `${processor.machine} is built for glibc ${GLIBC} or newer, since musl's standard library is not installed. ${how}`,
      );
    chosen.push({ ...processor, target, libc });
  }
  return { chosen, notes };
}

/** Whether rustc has a target's standard library. */
export function installed() {
  const folder = join(run(["rustc", "--print", "sysroot"]).trim(), "lib/rustlib");
  return (/** @type {string} */ target) => existsSync(join(folder, target, "lib"));
}
