// Runs Rust test programs, several at a time. Tests mostly wait, so running one program at a time would leave the
// processors idle.

import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { LIBRARIES } from "./libraries.mjs";
import { countLines } from "./progress.mjs";
import { PARTS } from "./parts.mjs";

/** @typedef {import("./rounds.mjs").Run} Run */
/** @typedef {{ name: string, seconds: number }} Timed */

/** The number of tests at a time in each program. */
const THREADS = availableParallelism() * 2;
/** The number of programs at a time. */
const PROGRAMS = availableParallelism();
/** The programs that take longest start first. */
const LONGEST = ["http", "contract", "events", "scaled", "cli", "askline_server", "askline_domain"];
/** The number of test names that are passed to a program at a time, well below the limit of a command line. */
const NAMES_AT_ONCE = 400;

/**
 * A file system in memory, if there is one with enough room, because stores mostly wait for the disk. No test loses
 * power, so no test needs a disk.
 */
const MEMORY = "/dev/shm";
/** The longest program takes three minutes; one that takes this long waits for something that never happens. */
const MAX_PROGRAM_MS = 1_200_000;
/**
 * With less free memory than this the disk is used: a database takes ten megabytes, and the suites of the stores create
 * hundreds.
 */
const ROOM_BYTES = 6 * 1024 ** 3;

/** A line about a test that ended. */
const ENDED = /^test .* \.\.\. (?:ok|FAILED)/;

/**
 * Runs the tests, those that take longest first.
 * @param {Run[]} runs
 * @param {{ timed: boolean, ended: (tests: number) => void }} options `timed` also returns how long each test took;
 *   `ended` learns how many more tests ended
 * @returns {Promise<{ passed: number, failed: number, failures: string[], timed: Timed[] }>}
 */
export async function runTests(runs, { timed, ended }) {
  const folder = temporaryFolder();
  try {
    return await runIn(runs, { timed, ended }, folder === null ? {} : { TMPDIR: folder });
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder in memory for what tests write; null if there is no room. */
function temporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES) return null;
    const folder = mkdtempSync(join(MEMORY, "askline-"));
    // PostgreSQL, which never runs as root, has a folder inside this one, so other users need access.
    chmodSync(folder, 0o1777);
    return folder;
  } catch {
    return null;
  }
}

/**
 * @param {Run[]} runs
 * @param {{ timed: boolean, ended: (tests: number) => void }} options
 * @param {Record<string, string>} environment
 */
async function runIn(runs, options, environment) {
  const rank = (/** @type {Run} */ { program }) =>
    LONGEST.includes(program.name) ? LONGEST.indexOf(program.name) : LONGEST.length;
  const waiting = runs
    .flatMap((run) => (run.tests === null ? [run] : pieces(run.tests).map((tests) => ({ ...run, tests }))))
    .sort((one, other) => rank(one) - rank(other));
  const total = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]), timed: /** @type {Timed[]} */ ([]) };
  await Promise.all(
    Array.from({ length: PROGRAMS }, async () => {
      for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
        const started = Date.now();
        const { code, text } = await runOne(run, options, environment);
        const [passed, counted] = ["passed", "failed"].map((word) =>
          Number(new RegExp(`^test result: .*? (\\d+) ${word};`, "m").exec(text)?.[1] ?? 0),
        );
        // An error exit without a counted failure counts as one.
        const failed = counted === 0 && code !== 0 ? 1 : counted;
        total.passed += passed;
        total.failed += failed;
        const names = [...text.matchAll(/^test (.*) \.\.\. FAILED/gm)].map(([, name]) => name);
        total.failures.push(
          ...(failed > 0 && names.length === 0 ? ["it exited with an error"] : names).map(
            (name) => `${run.label}: ${name}`,
          ),
        );
        total.timed.push(
          ...[...text.matchAll(/^test (.*) \.\.\. \w+ <([\d.]+)s>$/gm)].map(([, name, seconds]) => ({
            name: `${run.label}: ${name}`,
            seconds: Number(seconds),
          })),
        );
        const line = `${run.label}: ${passed} of ${passed + failed} in ${Math.round((Date.now() - started) / 1000)} s`;
        // For a passed program one line is printed, for a failed one all of its output.
        console.log(failed === 0 ? line : `${line}\n${text}`);
      }
    }),
  );
  return total;
}

/** @param {string[]} tests */
const pieces = (tests) =>
  Array.from({ length: Math.ceil(tests.length / NAMES_AT_ONCE) }, (_, at) =>
    tests.slice(at * NAMES_AT_ONCE, (at + 1) * NAMES_AT_ONCE),
  );

/**
 * @param {Run} run
 * @param {{ timed: boolean, ended: (tests: number) => void }} options
 * @param {Record<string, string>} shared
 * @returns {Promise<{ code: number, text: string }>}
 */
function runOne({ program, tests, environment, areIgnored }, { timed, ended }, shared) {
  const words = [`--test-threads=${THREADS}`];
  if (areIgnored === true) words.push("--ignored");
  if (tests !== null) words.push("--exact", ...tests);
  // The test harness reports times only with unstable options.
  if (timed) words.push("-Zunstable-options", "--report-time");
  const child = spawn(program.file, words, {
    cwd: program.folder,
    env: {
      ...process.env,
      ...LIBRARIES,
      // It is for tests in JavaScript, and the program under test refuses unknown names that begin as its settings do.
      [PARTS]: undefined,
      CARGO_MANIFEST_DIR: program.folder,
      ...shared,
      ...environment,
      ...(timed ? { RUSTC_BOOTSTRAP: "1" } : {}),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
  child.stdout.on("data", countLines(ENDED, ended));
  const end = setTimeout(() => {
    text += `\nIt did not end within ${MAX_PROGRAM_MS / 60_000} minutes; the tests that are not named above had not ended.\n`;
    child.kill("SIGKILL");
  }, MAX_PROGRAM_MS);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, text: String(error) }));
    child.on("close", (code) => {
      clearTimeout(end);
      resolve({ code: code ?? 1, text });
    });
  });
}
