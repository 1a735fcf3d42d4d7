// Builds everything that tests run, once: the tests of every crate, the binary and the stand-in for engines. Every suite uses
// these files, since cargo would build the dependencies a second time for a package that is named alone.

import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { ROOT } from "./root.mjs";

/** What is built: every target with tests, including those that `cargo test` runs only if they are named; or only unit tests. */
const TARGETS = { all: ["--lib", "--bins", "--test", "*"], units: ["--lib"] };

/**
 * A program with tests.
 * @typedef {{ crate: string, name: string, folder: string, file: string }} TestProgram
 * `name` is the target's, such as `http`; `folder` the crate's, which tests run in.
 */

/** @typedef {{ programs: TestProgram[], seconds: number }} Built */
/** @type {Map<keyof typeof TARGETS, Promise<Built>>} */
const built = new Map();

/**
 * Builds at the first call.
 * @param {keyof typeof TARGETS} [what]
 * @returns {Promise<Built>}
 * @throws where cargo does not end well
 */
export function build(what = "all") {
  const known = built.get(what) ?? run(TARGETS[what]);
  built.set(what, known);
  return known;
}

/**
 * @param {string[]} targets
 * @returns {Promise<Built>}
 */
async function run(targets) {
  const started = Date.now();
  const cargo = spawn("cargo", ["test", "--workspace", "--locked", "--no-run", ...targets, "--message-format", "json-render-diagnostics"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  cargo.stdout.setEncoding("utf8").on("data", (part) => (text += part));
  const code = await new Promise((resolve, reject) => cargo.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Error(`cargo ended with ${code}`);
  const programs = text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter(({ reason, executable, profile }) => reason === "compiler-artifact" && executable !== null && profile.test)
    .map(({ target, executable, manifest_path: manifest }) => {
      const folder = dirname(manifest);
      return { crate: folder.slice(folder.lastIndexOf("/") + 1), name: target.name, folder, file: executable };
    });
  return { programs, seconds: (Date.now() - started) / 1000 };
}

// As a program it only builds: `node scripts/testing/build.mjs`.
if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
