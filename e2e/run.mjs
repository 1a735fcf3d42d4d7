// Runs the browser's suites, each file in its own process, and adds up their counts.
//
// A file with failures runs again, alone, after all others. If it fails again, it has failed. If it passes, it is
// counted as passed and named at the end as unsteady: its journey depends on how busy the machine is, and must be
// fixed. A file that does not end is killed with everything that it started. It counts as failed, shows how far it got,
// and does not run again.
//
// `node run.mjs` runs all files, with a sixth of the cells of each table of tests; TEST_PARTS=all runs every
// cell. `node run.mjs --tier=test` runs what `make test` runs, `--tier=ci` half of the rest (tiers.mjs).
// `node run.mjs journeys/widget/card.test.mjs` runs some files in full.

import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { PARTS, runningPart } from "../scripts/testing/parts.mjs";
import { prepareDemo } from "./scenes/askline.mjs";
import { TIER, filesOf, runningTier } from "./tiers.mjs";

const { values, positionals: named } = parseArgs({ options: { tier: { type: "string" } }, allowPositionals: true });
if (named.length > 0) process.env[PARTS] = "all";
if (values.tier !== undefined) process.env[TIER] = values.tier;
const tier = runningTier();
const hasTable = (/** @type {string} */ file) => readFileSync(file, "utf8").includes("journeysOf(");
/** The files that take longest start first, so that no processor waits at the end. The others start by size. */
const LONGEST = [
  "dashboard/saved",
  "widget/readable",
  "dashboard/loads",
  "organization/organization",
  "sites/overview",
  "dashboard/requests",
  "sites/proposals",
  "sites/prompts",
  "sign_in/sign_in",
  "dashboard/shell",
  "widget/hostile",
  "widget/menus",
  "sign_in/mail",
  "sites/citations",
  "sites/widget",
].map((name) => join("journeys", `${name}.test.mjs`));
const missing = LONGEST.filter((name) => !existsSync(name));
if (missing.length > 0) throw new Error(`There is no ${missing.join(", ")}`);
const rank = (/** @type {string} */ name) => (LONGEST.includes(name) ? LONGEST.indexOf(name) : LONGEST.length);
const bytes = (/** @type {string} */ name) => statSync(name).size;
const files =
  named.length > 0
    ? named
    : filesOf(tier, hasTable).sort((one, other) => rank(one) - rank(other) || bytes(other) - bytes(one));
/** A line that a test wrote about what it measured, and not the reporter. */
const FIGURE = /^ *# (?!Subtest: |(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d)(.*)$/gm;
/** The longest file takes some minutes; one that takes this long waits for something that never happens. */
const MAX_FILE_MS = 600_000;
/**
 * Files that run at the same time: one per processor, at least two. Four on two processors were not faster, because
 * browsers draw without a graphics card.
 */
const WORKERS = Math.max(2, availableParallelism());

const demo = await prepareDemo();
process.env.ASKLINE_TEST_DEMO = demo;
process.on("exit", () => {
  rmSync(demo, { recursive: true, force: true });
});

/** The process groups of the files that run. @type {Set<number>} */
const groups = new Set();
const endGroup = (/** @type {number} */ group) => {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // The group has ended already.
  }
};
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    groups.forEach(endGroup);
    process.exit(1);
  });
}

/**
 * Runs one file, and shows its output when it is done; indented if it will run again.
 * @param {string} file
 * @param {boolean} isLast
 * @returns {Promise<{ passed: number, failed: number, failures: string[], hung: boolean }>}
 */
async function run(file, isLast) {
  // In its own process group, so that browser and service end with it. What a failed test left open does not delay the
  // end of the file.
  const started = Date.now();
  const child = spawn(process.execPath, ["--test-reporter=tap", "--test-force-exit", file], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (part) => (text += part));
  let hung = false;
  const end = setTimeout(() => {
    hung = true;
    text += `not ok 0 - it did not end within ${MAX_FILE_MS / 60_000} minutes\n`;
    if (child.pid !== undefined) endGroup(child.pid);
  }, MAX_FILE_MS);
  if (child.pid !== undefined) groups.add(child.pid);
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(end);
  if (child.pid !== undefined) groups.delete(child.pid);
  const count = (/** @type {string} */ word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const [passed, failed] = [count("pass"), count("fail") + count("cancelled")];
  // An exit code other than 0 without a counted failure, or a file without any test, counts as failed, too; but a sixth
  // of a table may have no cell.
  const mayBeEmpty = tier !== "test" && runningPart() !== null && hasTable(file);
  const uncounted = failed === 0 && (code !== 0 || (passed === 0 && !mayBeEmpty)) ? 1 : 0;
  const isBad = failed + uncounted > 0;
  console.log(
    `${file}: ${passed} of ${passed + failed + uncounted} passed in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  // All of the output of a file that was named or failed, the figures of another one.
  if (isBad || named.length > 0) console.log(isBad && !isLast ? text.replace(/^/gm, "| ") : text);
  else for (const [, figure] of text.matchAll(FIGURE)) console.log(`  ${figure}`);
  const failures = [...text.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, name]) => `${file}: ${name}`);
  return { passed, failed: failed + uncounted, failures, hung };
}

/** @type {Map<string, Awaited<ReturnType<typeof run>>>} */
const results = new Map();
const waiting = [...files];
await Promise.all(
  Array.from({ length: WORKERS }, async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
      results.set(file, await run(file, false));
  }),
);

/** @type {string[]} */
const unsteady = [];
for (const [file, first] of [...results]) {
  if (first.failed === 0 || first.hung) continue;
  console.log(`\n# Once more, alone: ${file}`);
  const second = await run(file, true);
  results.set(file, second);
  unsteady.push(...first.failures.filter((name) => !second.failures.includes(name)));
}

const all = [...results.values()];
const failures = all.flatMap((result) => result.failures);
for (const name of unsteady) console.log(`unsteady, passed the second time: ${name}`);
for (const name of failures) console.log(`failed twice: ${name}`);
console.log(`${all.reduce((sum, { passed }) => sum + passed, 0)} journeys passed`);
const failed = all.reduce((sum, result) => sum + result.failed, 0);
console.log(`${failed} journeys failed`);
process.exit(failed === 0 ? 0 : 1);
