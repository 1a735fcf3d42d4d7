// Runs suites, one after the other, and adds up their counts.
//
// node scripts/test.mjs               what `make test` runs
// node scripts/test.mjs ci            what `.ci/run` adds to it
// node scripts/test.mjs all           every suite; those that otherwise run a sixth of their tests run all
// node scripts/test.mjs rust e2e      only these suites
// node scripts/test.mjs --slowest 30  also names the Rust tests that took longest
//
// A suite that could not run, or that ran no test, counts as failed.

import { parseArgs } from "node:util";

import { build } from "./testing/build.mjs";
import { knownDurations, recordDurations, startProgress } from "./testing/progress.mjs";
import { SUITES, runSuite } from "./testing/suites.mjs";
import { PARTS } from "./testing/parts.mjs";
import { EVERYTHING, TIERS } from "./testing/tiers.mjs";

const { values, positionals } = parseArgs({ options: { slowest: { type: "string" } }, allowPositionals: true });
const slowest = Number(values.slowest ?? 0);
/** @type {Record<string, string[]>} */
const groups = { test: TIERS.test, ci: TIERS.ci, all: EVERYTHING };
const wanted = positionals.length === 0 ? TIERS.test : positionals.flatMap((name) => groups[name] ?? [name]);
const unknown = wanted.filter((name) => !(name in SUITES));
if (unknown.length > 0 || !Number.isInteger(slowest)) {
  console.error(
    unknown.length > 0
      ? `There is no suite ${unknown.join(", ")}. There are: ${[...Object.keys(groups), ...Object.keys(SUITES)].join(", ")}`
      : "--slowest takes a number",
  );
  process.exit(2);
}

if (positionals.includes("all")) process.env[PARTS] = "all";
const lines = [];
const total = {
  passed: 0,
  failed: 0,
  failures: /** @type {string[]} */ ([]),
  timed: /** @type {import("./testing/rust.mjs").Timed[]} */ ([]),
};
/** What the suites use, built once and before all of them. A suite fails if its build failed. */
const builds = /** @type {const} */ (["all", "short", "units"]).filter((what) =>
  wanted.some((name) => SUITES[name].builds === what),
);
const progress = startProgress(
  [
    ...(builds.length === 0 ? [] : [{ name: "build", title: "building the programs of all suites" }]),
    ...wanted.map((name, at) => ({ name, title: `${name}, suite ${at + 1} of ${wanted.length}` })),
  ],
  { known: knownDurations() },
);
/** @type {import("./testing/progress.mjs").Durations} */
const took = {};
if (builds.length > 0) {
  progress.begin();
  for (const what of builds) await build(what).catch((/** @type {unknown} */ error) => console.error(String(error)));
  took.build = Math.round(progress.end());
  lines.push(`building: ${took.build} s`);
}
for (const name of wanted) {
  progress.begin();
  const { passed, failed, failures, timed } = await runSuite(SUITES[name], {
    timed: slowest > 0,
    ended: progress.ended,
  });
  const seconds = Math.round(progress.end());
  if (failed === 0) took[name] = seconds;
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
  total.timed.push(...timed);
  lines.push(`${name}: ${passed} of ${passed + failed} in ${seconds} s`);
}
progress.stop();
recordDurations(took);

for (const { name, seconds } of total.timed.sort((one, other) => other.seconds - one.seconds).slice(0, slowest))
  console.log(`${seconds.toFixed(1)} s  ${name}`);
for (const failure of total.failures) console.log(`failed: ${failure}`);
console.log(`\n${lines.join("\n")}\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
