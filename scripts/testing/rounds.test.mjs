// Every Rust test is in exactly one suite, read from the built programs. `make check` runs this after its build.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { build } from "./build.mjs";
import { ON_SERVERS } from "./on_servers.mjs";
import { ROUNDS, testsOf } from "./rounds.mjs";

/** @type {import("./build.mjs").TestProgram[]} */
let programs;
/** All tests, by program and path. @type {string[]} */
let every;
const nameOf = (/** @type {import("./build.mjs").TestProgram} */ { crate, name }, /** @type {string} */ test) =>
  `${crate} ${name} ${test}`;

before(async () => {
  ({ programs } = await build());
  every = programs.flatMap((program) => testsOf(program).map((test) => nameOf(program, test)));
});

/**
 * The tests of a round.
 * @param {import("./rounds.mjs").Round} round
 * @param {(program: import("./build.mjs").TestProgram) => boolean} [isWanted]
 */
const testsIn = (round, isWanted = () => true) =>
  ROUNDS[round](programs)
    .filter(({ program }) => isWanted(program))
    .flatMap(({ program, tests, areIgnored }) => {
      const ignored = new Set(areIgnored === true ? [] : testsOf(program, "--ignored"));
      return (tests ?? testsOf(program).filter((one) => !ignored.has(one))).map((one) => nameOf(program, one));
    });
const isHttp = (/** @type {import("./build.mjs").TestProgram} */ { name }) => name === "http";
const onceEach = (/** @type {string[]} */ tests) => {
  const twice = tests.filter((one, at) => tests.indexOf(one) !== at);
  assert.deepEqual(twice, [], "in two suites");
  return [...tests].sort();
};

test("each test is in one of the suites, or is ignored because it writes, shows or measures something", () => {
  const run = onceEach([
    ...testsIn("usual"),
    ...testsIn("servers"),
    ...testsIn("simulations"),
    ...testsIn("scaled", (program) => !isHttp(program)),
    ...testsIn("rest", (program) => !isHttp(program)),
  ]);
  assert.ok(run.length > 2_000, `only ${run.length} tests were found`);
  const known = new Set(run);
  const left = every.filter((one) => !known.has(one));
  const onRequest = new Set(
    programs.flatMap((program) => testsOf(program, "--ignored").map((one) => nameOf(program, one))),
  );
  assert.deepEqual(
    left.filter((one) => !onRequest.has(one)),
    [],
  );
  assert.ok(!left.some((one) => one.includes("::long::")), "a simulation is in no suite");
});

test("each test of the HTTP suite is run on PostgreSQL as well, in one suite", () => {
  const onPostgres = onceEach([...testsIn("scaled", isHttp), ...testsIn("rest", isHttp)]);
  assert.deepEqual(onPostgres, testsIn("usual", isHttp).sort());
});

test("CI runs a part of the long rest", () => {
  const rest = new Set(testsIn("rest"));
  const part = testsIn("part");
  assert.ok(part.length > 0 && part.length < rest.size);
  assert.deepEqual(
    part.filter((one) => !rest.has(one)),
    [],
  );
});

test("each module that starts servers has tests", () => {
  for (const [name, modules] of Object.entries(ON_SERVERS)) {
    const tests = programs.filter((one) => one.name === name).flatMap((program) => testsOf(program));
    for (const module of modules)
      assert.ok(
        tests.some((one) => `::${one}::`.includes(`::${module}::`)),
        `${name} has no test of ${module}`,
      );
  }
});

test("programs that `make test` does not build have no test for it", () => {
  const bench = programs.filter(({ crate }) => crate === "bench").flatMap((program) => testsOf(program));
  assert.deepEqual(bench, [], "scripts/testing/build.mjs builds no test of the benchmark for `make test`");
});
