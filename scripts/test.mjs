// Runs suites, one after the other, and adds up their counts.
//
// node scripts/test.mjs               what `make test` runs
// node scripts/test.mjs all           every suite; those that otherwise run a third of their tests run all
// node scripts/test.mjs rust e2e      only these suites
// node scripts/test.mjs --slowest 30  also names the Rust tests that took longest
//
// A suite that could not run, or that ran no test, counts as failed.

import { parseArgs } from "node:util";

import { ALL, SUITES, USUAL, runSuite } from "./testing/suites.mjs";
import { PARTS } from "./testing/thirds.mjs";

const { values, positionals } = parseArgs({ options: { slowest: { type: "string" } }, allowPositionals: true });
const slowest = Number(values.slowest ?? 0);
const wanted = positionals.length === 0 ? USUAL : positionals.flatMap((name) => (name === "all" ? ALL : [name]));
const unknown = wanted.filter((name) => !(name in SUITES));
if (unknown.length > 0 || !Number.isInteger(slowest)) {
  console.error(
    unknown.length > 0
      ? `There is no suite ${unknown.join(", ")}. There are: all, ${Object.keys(SUITES).join(", ")}`
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
let built = 0;
for (const name of wanted) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const { passed, failed, building, failures, timed } = await runSuite(SUITES[name], { timed: slowest > 0 });
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
  total.timed.push(...timed);
  // A build counts for the first suite that needs it.
  const ownBuilding = building - built;
  built = Math.max(built, building);
  const seconds = Math.round((Date.now() - started) / 1000);
  lines.push(
    `${name}: ${passed} of ${passed + failed} in ${seconds} s${ownBuilding > 0 ? `, ${Math.round(ownBuilding)} s of them building` : ""}`,
  );
}

for (const { name, seconds } of total.timed.sort((one, other) => other.seconds - one.seconds).slice(0, slowest))
  console.log(`${seconds.toFixed(1)} s  ${name}`);
for (const failure of total.failures) console.log(`failed: ${failure}`);
console.log(`\n${lines.join("\n")}\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
