// Runs Rust test programs, several at a time. Tests mostly wait, so running one program at a time would leave the
// processors idle.

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import { ON_POSTGRES, isOnPostgres } from "./on_postgres.mjs";
import { currentThird, thirdOf } from "./thirds.mjs";

/** @typedef {import("./build.mjs").TestProgram} TestProgram */
/**
 * Which tests of a program run, and with which environment.
 * @typedef {{ program: TestProgram, label: string, tests: string[] | null, environment: Record<string, string>, areIgnored?: boolean }} Run
 * `tests` is null for all; `areIgnored` is true for tests that the harness ignores by default.
 */
/** @typedef {{ name: string, seconds: number }} Timed */

/** The number of tests at a time in each program. */
const THREADS = availableParallelism() * 2;
/** The number of programs at a time. */
const PROGRAMS = availableParallelism();
/** The programs that take longest start first. */
const LONGEST = ["http", "contract", "events", "scaled", "cli", "askline_server", "askline_domain"];
/** The number of test names that are passed to a program at a time, well below the limit of a command line. */
const NAMES_AT_ONCE = 400;
/** The environment of runs with shared servers. */
const SERVERS = { ASKLINE_TEST_STORES: "servers" };

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

/** @param {string} test */
const isBehindPooler = (test) => test.includes("behind_pooler::");

/**
 * The runs of each round.
 * @type {Record<"usual" | "scaled" | "rest" | "third" | "long" | "units" | "tidy", (programs: TestProgram[]) => Run[]>}
 */
export const ROUNDS = {
  // Every test on SQLite; the tests of the stores also run on PostgreSQL.
  usual: (programs) =>
    programs
      .filter(({ name }) => name !== "scaled")
      .map((program) => {
        const isOfStores = ["contract", "events"].includes(program.name);
        return runOf(program, isOfStores ? (test) => !isBehindPooler(test) : null);
      }),
  // The unit tests next to the code.
  units: (programs) => programs.map((program) => runOf(program, null)),
  // The project's own rules.
  tidy: (programs) => named(programs, "askline_tidy").map((program) => runOf(program, null)),
  // Several servers on PostgreSQL and Redis, and the tests of the HTTP suite whose queries differ between SQLite and
  // PostgreSQL.
  scaled: (programs) => [
    ...named(programs, "http").map((program) =>
      holdingEach(Object.keys(ON_POSTGRES), runOf(program, isOnPostgres, SERVERS)),
    ),
    ...named(programs, "scaled").map((program) => runOf(program, null, SERVERS)),
  ],
  // The tests that neither `usual` nor `scaled` runs: the rest of the HTTP suite on PostgreSQL, and the stores behind a
  // pooler.
  rest: (programs) => [
    ...named(programs, "http").map((program) => runOf(program, (test) => !isOnPostgres(test), SERVERS)),
    ...["contract", "events"].flatMap((name) => named(programs, name)).map((program) => runOf(program, isBehindPooler)),
  ],
  // Simulations with too many random draws for the other rounds.
  long: (programs) => ["askline_domain", "contract"].flatMap((name) => named(programs, name)).map(longOf),
  // A third of the tests of `rest`, which depends on the commit, so that little stays broken between two complete runs.
  third: (programs) => {
    const third = currentThird();
    return ROUNDS.rest(programs).map((run) => ({
      ...run,
      tests: (run.tests ?? []).filter((test) => thirdOf(test) === third),
    }));
  },
};

/**
 * @param {TestProgram[]} programs
 * @param {string} wanted
 */
function named(programs, wanted) {
  const found = programs.filter(({ name }) => name === wanted);
  if (found.length !== 1) throw new Error(`expected one test program named ${wanted}, found ${found.length}`);
  return found;
}

/**
 * @param {TestProgram} program
 * @param {((test: string) => boolean) | null} takes
 * @param {Record<string, string>} environment
 * @returns {Run}
 */
function runOf(program, takes, environment = {}) {
  const label = `${program.crate} ${program.name}${environment === SERVERS && program.name === "http" ? " on PostgreSQL" : ""}`;
  if (takes === null) return { program, label, tests: null, environment };
  const ignored = new Set(testsOf(program, label, "--ignored"));
  return {
    program,
    label,
    tests: testsOf(program, label).filter((test) => takes(test) && !ignored.has(test)),
    environment,
  };
}

/**
 * @param {TestProgram} program
 * @param {string} label
 * @param {string[]} words
 */
function testsOf(program, label, ...words) {
  const { stdout, status } = spawnSync(program.file, ["--list", "--format", "terse", ...words], {
    cwd: program.folder,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  // A program that cannot list its tests would otherwise pass as one without tests.
  if (status !== 0) throw new Error(`${label} could not list its tests`);
  return [...stdout.matchAll(/^(.*): test$/gm)].map(([, test]) => test);
}

/**
 * The ignored tests of a program in a module `long`.
 * @param {TestProgram} program
 * @returns {Run}
 */
function longOf(program) {
  const label = `${program.crate} ${program.name}, the long form`;
  const tests = testsOf(program, label, "--ignored").filter((test) => test.includes("::long::"));
  if (tests.length === 0) throw new Error(`${label} has no test`);
  return { program, label, tests, environment: {}, areIgnored: true };
}

/**
 * Checks that a run has a test of each of these modules, because a renamed module would be left out silently.
 * @param {string[]} modules
 * @param {Run} run
 */
function holdingEach(modules, run) {
  const missing = modules.filter((module) => !run.tests?.some((test) => test.startsWith(`${module}::`)));
  if (missing.length > 0) throw new Error(`${run.label} has no test of ${missing.join(", ")}`);
  return run;
}

/**
 * Runs the tests, those that take longest first.
 * @param {Run[]} runs
 * @param {{ timed: boolean }} options `timed` also returns how long each test took
 * @returns {Promise<{ passed: number, failed: number, failures: string[], timed: Timed[] }>}
 */
export async function runTests(runs, { timed }) {
  const folder = temporaryFolder();
  try {
    return await runIn(runs, timed, folder === null ? {} : { TMPDIR: folder });
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
    chmodSync(folder, 0o711);
    return folder;
  } catch {
    return null;
  }
}

/**
 * @param {Run[]} runs
 * @param {boolean} timed
 * @param {Record<string, string>} environment
 */
async function runIn(runs, timed, environment) {
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
        const { code, text } = await runOne(run, timed, environment);
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
 * @param {boolean} timed
 * @param {Record<string, string>} shared
 * @returns {Promise<{ code: number, text: string }>}
 */
function runOne({ program, tests, environment, areIgnored }, timed, shared) {
  const words = [`--test-threads=${THREADS}`];
  if (areIgnored === true) words.push("--ignored");
  if (tests !== null) words.push("--exact", ...tests);
  // The test harness reports times only with unstable options.
  if (timed) words.push("-Zunstable-options", "--report-time");
  const child = spawn(program.file, words, {
    cwd: program.folder,
    env: {
      ...process.env,
      CARGO_MANIFEST_DIR: program.folder,
      ...shared,
      ...environment,
      ...(timed ? { RUSTC_BOOTSTRAP: "1" } : {}),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
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
