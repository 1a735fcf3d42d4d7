// Builds everything that tests run, once. This is the tests of every crate, the binary and the stand-in for engines.
// Every suite uses these files, because cargo would build the dependencies again for a package that is built
// separately.
//
// Clippy is the compiler of the project's own crates: it lints and generates code in one pass. `cargo clippy` in
// addition to a build would compile every dependency again, only for its types.
//
// node scripts/testing/build.mjs                   builds, and shows warnings
// node scripts/testing/build.mjs --strict          fails at a warning
// node scripts/testing/build.mjs --strict --units  without the tests in separate folders
// node scripts/testing/build.mjs --short           what `make test` runs

import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { cargo } from "../building/cargo.mjs";
import { ROOT } from "./root.mjs";

/** The test programs in separate folders that `make test` does not run. */
export const NOT_SHORT = ["scaled"];
/** The programs that browser tests start. */
const STARTED = ["askline", "askline-stand-in"];

/**
 * What is built: every target with tests, including those that `cargo test` runs only when named; what `make test` runs;
 * or only unit tests. All of them select from the whole workspace, because a smaller
 * selection would change the features of dependencies and compile these again.
 * @type {Record<"all" | "short" | "units", () => string[]>}
 */
const TARGETS = {
  all: () => ["--lib", "--bins", "--test", "*"],
  short: () => [
    "--lib",
    ...STARTED.flatMap((name) => ["--bin", name]),
    ...testTargets()
      .filter((name) => !NOT_SHORT.includes(name))
      .flatMap((name) => ["--test", name]),
  ],
  units: () => ["--lib", "--bins"],
};

/**
 * A program with tests.
 * @typedef {{ crate: string, name: string, folder: string, file: string }} TestProgram
 * `name` is the target's, such as `http`; `folder` the crate's, which tests run in.
 */

/** @typedef {{ programs: TestProgram[], warnings: number, seconds: number }} Built */

/**
 * The environment in which cargo compiles the project's own crates with Clippy; every command that uses the same files
 * needs it.
 */
const LINTING = { RUSTC_WORKSPACE_WRAPPER: "clippy-driver" };
/** @type {Map<keyof typeof TARGETS, Promise<Built>>} */
const built = new Map();

/**
 * Builds at the first call.
 * @param {keyof typeof TARGETS} [what]
 * @returns {Promise<Built>}
 * @throws if cargo fails
 */
export function build(what = "all") {
  // What `make test` runs is a part of all.
  const known = built.get(what) ?? (what === "short" ? built.get("all") : undefined) ?? run(TARGETS[what]());
  built.set(what, known);
  return known;
}

/** The names of the test programs in separate folders, of all crates. */
function testTargets() {
  const { stdout, status } = spawnSync("cargo", ["metadata", "--no-deps", "--locked", "--format-version", "1"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`cargo metadata ended with ${status}`);
  /** @type {{ packages: { targets: { name: string, kind: string[] }[] }[] }} */
  const { packages } = JSON.parse(stdout);
  return packages
    .flatMap(({ targets }) => targets)
    .filter(({ kind }) => kind.includes("test"))
    .map(({ name }) => name);
}

/**
 * @param {string[]} targets
 * @returns {Promise<Built>}
 */
async function run(targets) {
  const started = Date.now();
  if (spawnSync("clippy-driver", ["--version"]).status !== 0)
    throw new Error("Clippy is missing: rustup component add clippy");
  let text = "";
  const code = await cargo(["test", "--workspace", "--locked", "--no-run", ...targets, "--message-format", "json"], {
    env: LINTING,
    onOutput: (part) => (text += part),
  });
  const messages = text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  // Cargo repeats the messages of crates that it does not compile again. A library and its unit tests share their
  // messages.
  const diagnostics = messages.filter(({ reason }) => reason === "compiler-message").map(({ message }) => message);
  for (const rendered of new Set(diagnostics.map(({ rendered }) => rendered))) console.error(rendered);
  if (code !== 0) throw new Error(`cargo ended with ${code}`);
  const programs = messages
    .filter(({ reason, executable, profile }) => reason === "compiler-artifact" && executable !== null && profile.test)
    .map(({ target, executable, manifest_path: manifest }) => {
      const folder = dirname(manifest);
      return { crate: folder.slice(folder.lastIndexOf("/") + 1), name: target.name, folder, file: executable };
    });
  return { programs, warnings: diagnostics.length, seconds: (Date.now() - started) / 1000 };
}

// When it is run as a program, it only builds.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const has = (/** @type {string} */ word) => process.argv.includes(word);
  const { warnings } = await build(has("--units") ? "units" : has("--short") ? "short" : "all");
  if (warnings > 0 && process.argv.includes("--strict")) process.exit(1);
}
