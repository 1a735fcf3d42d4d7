// Which Rust tests run together, and on which stores.

import { spawnSync } from "node:child_process";

import { LIBRARIES } from "./libraries.mjs";
import { ON_POSTGRES, isOnPostgres } from "./on_postgres.mjs";
import { isOnServers } from "./on_servers.mjs";
import { currentPart, partOf } from "./parts.mjs";

/** @typedef {import("./build.mjs").TestProgram} TestProgram */
/**
 * Which tests of a program run, and with which environment.
 * @typedef {{ program: TestProgram, label: string, tests: string[] | null, environment: Record<string, string>, areIgnored?: boolean }} Run
 * `tests` is null for all; `areIgnored` is true for tests that the harness ignores by default.
 */
/** @typedef {"usual" | "servers" | "scaled" | "rest" | "part" | "simulations" | "units" | "tidy"} Round */

/** Makes the HTTP suite use PostgreSQL. */
const STORES_ON_POSTGRES = { ASKLINE_TEST_STORES: "servers" };
/** Makes a test fail that starts PostgreSQL or Redis. The program under test would refuse a name like its settings'. */
const WITHOUT_SERVERS = { TEST_SERVERS: "none" };
/** The programs of which some tests start servers, and some do not. */
const MIXED = ["contract", "events", "cli"];

/** @param {string} test */
const isBehindPooler = (test) => test.includes("behind_pooler::");

/**
 * The runs of each round.
 * @type {Record<Round, (programs: TestProgram[]) => Run[]>}
 */
export const ROUNDS = {
  // Every test that needs no server, on SQLite.
  usual: (programs) =>
    programs
      .filter(({ name }) => name !== "scaled")
      .map((program) => {
        const isMixed = MIXED.includes(program.name);
        const takes = (/** @type {string} */ test) => !isOnServers(program.name, test) && !isBehindPooler(test);
        return runOf(program, isMixed ? takes : null, WITHOUT_SERVERS);
      }),
  // The tests of the same programs that start PostgreSQL or Redis themselves.
  servers: (programs) =>
    MIXED.flatMap((name) => named(programs, name)).map((program) =>
      runOf(program, (test) => isOnServers(program.name, test) && !isBehindPooler(test)),
    ),
  // The unit tests next to the code.
  units: (programs) => programs.map((program) => runOf(program, null)),
  // The project's own rules.
  tidy: (programs) => named(programs, "askline_tidy").map((program) => runOf(program, null)),
  // Several servers on PostgreSQL and Redis, and the tests of the HTTP suite whose queries differ between SQLite and
  // PostgreSQL.
  scaled: (programs) => [
    ...named(programs, "http").map((program) =>
      holdingEach(Object.keys(ON_POSTGRES), runOf(program, isOnPostgres, STORES_ON_POSTGRES)),
    ),
    ...named(programs, "scaled").map((program) => runOf(program, null, STORES_ON_POSTGRES)),
  ],
  // The tests that no other round runs: the rest of the HTTP suite on PostgreSQL, and the stores behind a pooler.
  rest: (programs) => [
    ...named(programs, "http").map((program) => runOf(program, (test) => !isOnPostgres(test), STORES_ON_POSTGRES)),
    ...["contract", "events"].flatMap((name) => named(programs, name)).map((program) => runOf(program, isBehindPooler)),
  ],
  // Simulations with too many random draws for the other rounds.
  simulations: (programs) => ["askline_domain", "contract"].flatMap((name) => named(programs, name)).map(longOf),
  // A sixth of the tests of `rest`, which depends on the commit, so that little stays broken between two complete runs.
  part: (programs) => {
    const part = currentPart();
    return ROUNDS.rest(programs).map((run) => ({
      ...run,
      tests: (run.tests ?? []).filter((test) => partOf(test) === part),
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
  const isOnOther = environment === STORES_ON_POSTGRES && program.name === "http";
  const label = `${program.crate} ${program.name}${isOnOther ? " on PostgreSQL" : ""}`;
  if (takes === null) return { program, label, tests: null, environment };
  const ignored = new Set(testsOf(program, "--ignored"));
  const tests = testsOf(program).filter((test) => takes(test) && !ignored.has(test));
  return { program, label, tests, environment };
}

/**
 * The tests of a program, by their paths, those included that the harness ignores by default.
 * @param {TestProgram} program
 * @param {string[]} words further ones for the program, such as `--ignored`
 * @throws if it cannot list them: it would otherwise pass as a program without tests
 */
export function testsOf(program, ...words) {
  const { stdout, status } = spawnSync(program.file, ["--list", "--format", "terse", ...words], {
    cwd: program.folder,
    encoding: "utf8",
    env: { ...process.env, ...LIBRARIES },
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`${program.crate} ${program.name} could not list its tests`);
  return [...stdout.matchAll(/^(.*): test$/gm)].map(([, test]) => test);
}

/**
 * The ignored tests of a program in a module `long`.
 * @param {TestProgram} program
 * @returns {Run}
 */
function longOf(program) {
  const label = `${program.crate} ${program.name}, the long form`;
  const tests = testsOf(program, "--ignored").filter((test) => test.includes("::long::"));
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
