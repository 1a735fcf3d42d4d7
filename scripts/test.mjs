// Runs every suite, one after the other, and adds up what they counted. `node scripts/test.mjs rust e2e` runs some, and so
// does `node scripts/test.mjs scaled` what is run apart.
//
// A suite that could not run, or that ran no test, has failed.

import { spawn, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/**
 * The sum of the first group of every match.
 * @param {string} text
 * @param {RegExp} pattern
 */
const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);

/**
 * A suite: what must be there, what to run, and how its own words count what ran.
 * @typedef {{ folder?: string, packages?: boolean, needs?: string[], binary?: boolean, apart?: boolean, command: string[],
 *   environment?: Record<string, string>,
 *   passed: (text: string) => number, failed: (text: string) => number }} Suite
 */

/** @type {Record<string, Suite>} */
const SUITES = {
  rust: {
    needs: ["postgresql", "redis-server", "pgbouncer", "openssl"],
    command: ["cargo", "test", "--workspace", "--locked", "--no-fail-fast"],
    passed: (text) => sum(text, /^test result: .*? (\d+) passed;/gm),
    failed: (text) => sum(text, /^test result: .*? (\d+) failed;/gm),
  },
  // The whole HTTP suite on PostgreSQL, and several real servers on PostgreSQL and Redis.
  scaled: {
    apart: true,
    needs: ["postgresql", "redis-server", "pgbouncer", "openssl"],
    environment: { ASKLINE_TEST_STORES: "servers" },
    command: ["cargo", "test", "--workspace", "--locked", "--no-fail-fast", "--test", "http", "--test", "scaled"],
    passed: (text) => sum(text, /^test result: .*? (\d+) passed;/gm),
    failed: (text) => sum(text, /^test result: .*? (\d+) failed;/gm),
  },
  widget: {
    folder: "widget",
    packages: true,
    command: ["npm", "test"],
    passed: (text) => sum(text, /^ +Tests .*?(\d+) passed/gm),
    failed: (text) => sum(text, /^ +Tests .*?(\d+) failed/gm),
  },
  dashboard: {
    folder: "dashboard",
    packages: true,
    command: ["npm", "test"],
    passed: (text) => sum(text, /^ +Tests .*?(\d+) passed/gm),
    failed: (text) => sum(text, /^ +Tests .*?(\d+) failed/gm),
  },
  e2e: {
    folder: "e2e",
    packages: true,
    needs: ["chromium"],
    binary: true,
    command: ["npm", "test"],
    passed: (text) => sum(text, /^(\d+) journeys passed$/gm),
    failed: (text) => sum(text, /^(\d+) journeys failed$/gm),
  },
  // What generators make of the OpenAPI document.
  clients: {
    folder: "clients",
    packages: true,
    needs: ["python3-venv"],
    binary: true,
    command: ["npm", "test"],
    passed: (text) => sum(text, /^# pass (\d+)$/gm),
    failed: (text) => sum(text, /^# (?:fail|cancelled) (\d+)$/gm),
  },
  // The image's files, without a container engine.
  deploy: {
    binary: true,
    command: ["node", "--test", "--test-reporter=tap", "deploy/image.test.mjs"],
    passed: (text) => sum(text, /^# pass (\d+)$/gm),
    failed: (text) => sum(text, /^# (?:fail|cancelled) (\d+)$/gm),
  },
  // Every operation of the served OpenAPI document counts as one test.
  conformance: {
    needs: ["python3-venv"],
    binary: true,
    command: ["node", "e2e/conformance.mjs"],
    passed: (text) => sum(text, /^(\d+) operations conform$/gm),
    failed: (text) => sum(text, /^(\d+) operations do not conform$/gm),
  },
};

/**
 * Installs and builds what the suite needs.
 * @param {Suite} suite
 */
function prepare(suite) {
  /** @type {[string, string[], string][]} */
  const steps = [];
  if (suite.needs) steps.push([join(root, "scripts/need.sh"), suite.needs, root]);
  if (suite.packages) steps.push([join(root, "scripts/packages.sh"), [suite.folder ?? "."], root]);
  if (suite.binary) steps.push(["cargo", ["build", "--locked", "-p", "askline-server", "-p", "askline-stand-in"], root]);
  return steps.every(([program, args, cwd]) => spawnSync(program, args, { cwd, stdio: "inherit" }).status === 0);
}

/**
 * Runs the suite, showing what it prints; its exit code and all of its words.
 * @param {Suite} suite
 * @returns {Promise<{ code: number, text: string }>}
 */
function run(suite) {
  const [program, ...args] = suite.command;
  const child = spawn(program, args, {
    cwd: join(root, suite.folder ?? "."),
    env: { ...process.env, ...suite.environment, NO_COLOR: "1", FORCE_COLOR: undefined, CARGO_TERM_COLOR: "never" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const [stream, shown] of /** @type {const} */ ([[child.stdout, process.stdout], [child.stderr, process.stderr]])) {
    stream.setEncoding("utf8");
    stream.on("data", (part) => {
      text += part;
      shown.write(part);
    });
  }
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, text: String(error) }));
    child.on("close", (code) => resolve({ code: code ?? 1, text }));
  });
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SUITES).filter((name) => !SUITES[name].apart);
const unknown = wanted.filter((name) => !(name in SUITES));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(", ")}. There are: ${Object.keys(SUITES).join(", ")}`);
  process.exit(2);
}

const lines = [];
const total = { passed: 0, failed: 0 };
for (const name of wanted) {
  const suite = SUITES[name];
  console.log(`\n== ${name}: ${suite.command.join(" ")}`);
  const started = Date.now();
  const { code, text } = prepare(suite) ? await run(suite) : { code: 1, text: "" };
  const [passed, counted] = [suite.passed(text), suite.failed(text)];
  // What ended badly without counting a failure, or well without a test, counts as one failure.
  const failed = counted === 0 && (code !== 0 || passed === 0) ? 1 : counted;
  total.passed += passed;
  total.failed += failed;
  const seconds = Math.round((Date.now() - started) / 1000);
  lines.push(`${name}: ${passed} of ${passed + failed} in ${seconds} s${code === 0 ? "" : `, exit ${code}`}`);
}

console.log(`\n${lines.join("\n")}\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
