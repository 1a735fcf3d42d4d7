// The suites: what each needs, what it runs, and how its output is counted.

import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";

import { build } from "./build.mjs";
import { ROOT } from "./root.mjs";
import { ROUNDS, runTests } from "./rust.mjs";

/** @typedef {{ passed: number, failed: number, building: number, failures: string[], timed: import("./rust.mjs").Timed[] }} Outcome */
/** @typedef {{ needs?: string[], packages?: string | string[], run: (options: { timed: boolean }) => Promise<Outcome> }} Suite */

const SERVERS = ["postgresql", "redis-server", "pgbouncer", "openssl"];

/**
 * The sum of the first groups of all matches.
 * @param {string} text
 * @param {RegExp} pattern
 */
const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);

/**
 * A suite of Rust tests.
 * @param {keyof typeof ROUNDS} round
 * @returns {Suite}
 */
const rust = (round) => ({
  needs: ["units", "tidy"].includes(round) ? [] : SERVERS,
  async run({ timed }) {
    const { programs, seconds } = await build(round === "units" ? "units" : "all");
    const { passed, failed, failures, timed: tests } = await runTests(ROUNDS[round](programs), { timed });
    return { passed, failed, building: seconds, failures, timed: tests };
  },
});

/**
 * A suite that is a program.
 * @param {string[]} command
 * @param {{ folder?: string, passed: RegExp, failed: RegExp }} how the folder, and the expressions that find the counts
 *   in the
 * output
 * @param {{ binary?: boolean, needs?: string[], packages?: string | string[] }} demands `binary`: it starts the service
 * @returns {Suite}
 */
const program = (command, { folder = ".", passed, failed }, { binary = false, ...demands }) => ({
  ...demands,
  async run() {
    const { seconds } = binary ? await build() : { seconds: 0 };
    const { code, text } = await show(command, folder);
    const counts = { passed: sum(text, passed), failed: sum(text, failed) };
    // An error exit without a counted failure counts as one.
    if (counts.failed === 0 && code !== 0) counts.failed = 1;
    return { ...counts, building: seconds, failures: [], timed: [] };
  },
});

const VITEST = { passed: /^ +Tests .*?(\d+) passed/gm, failed: /^ +Tests .*?(\d+) failed/gm };
const NODE = { passed: /^# pass (\d+)$/gm, failed: /^# (?:fail|cancelled) (\d+)$/gm };

/** @type {Record<string, Suite>} */
export const SUITES = {
  rust: rust("usual"),
  scaled: rust("scaled"),
  rest: rust("rest"),
  third: rust("third"),
  long: rust("long"),
  units: rust("units"),
  tidy: rust("tidy"),
  widget: program(["npm", "test"], { folder: "widget", ...VITEST }, { packages: "widget" }),
  dashboard: program(["npm", "test"], { folder: "dashboard", ...VITEST }, { packages: "dashboard" }),
  e2e: program(
    ["npm", "test"],
    { folder: "e2e", passed: /^(\d+) journeys passed$/gm, failed: /^(\d+) journeys failed$/gm },
    { binary: true, packages: "e2e", needs: ["chromium", "openssl"] },
  ),
  // Generated clients of the OpenAPI document.
  clients: program(
    ["npm", "test"],
    { folder: "clients", ...NODE },
    { binary: true, packages: "clients", needs: ["python3-venv"] },
  ),
  // Generated clients, too: those whose generators take half a minute each, or need Go.
  generators: program(
    ["npm", "run", "test:slow"],
    { folder: "clients", ...NODE },
    { binary: true, packages: "clients", needs: ["python3-venv", "golang-go", "golang-gopkg-validator.v2-dev"] },
  ),
  // The snippets of docs/widget-install.md in sites made with Astro, Docusaurus, VitePress, Ghost, Rails' Turbo and
  // Django.
  systems: program(
    ["npm", "test"],
    { folder: "e2e/systems", ...NODE },
    { binary: true, packages: ["e2e", "e2e/systems"], needs: ["chromium", "python3-venv"] },
  ),
  // The image's files, without a container engine; the shipped nginx.conf in front of the binary; shipped settings;
  // packages; install.sh.
  deploy: program(
    [
      "node",
      "--test",
      "--test-reporter=tap",
      "deploy/image.test.mjs",
      "deploy/nginx.test.mjs",
      "deploy/own_domain.test.mjs",
      "deploy/settings.test.mjs",
      "deploy/packages.test.mjs",
      "deploy/install.test.mjs",
    ],
    NODE,
    { binary: true, needs: ["nginx", "openssl", "dpkg-deb"] },
  ),
  // What `make run-scaled` starts, and the drill of docs/scaling.md.
  nodes: program(["node", "--test", "--test-reporter=tap", "deploy/scaled.test.mjs", "deploy/drill.test.mjs"], NODE, {
    binary: true,
    needs: ["postgresql", "redis-server", "haproxy", "curl"],
  }),
  // Email through a real Postfix, which starts only as root.
  postfix: program(["node", "--test", "--test-reporter=tap", "deploy/postfix.test.mjs"], NODE, {
    binary: true,
    needs: ["postfix", "openssl"],
  }),
  // Each tested operation of the OpenAPI document counts once for each caller.
  conformance: program(
    ["node", "e2e/conformance/conformance.mjs"],
    { passed: /^(\d+) operations conform$/gm, failed: /^(\d+) operations do not conform$/gm },
    { binary: true, packages: "e2e", needs: ["python3-venv"] },
  ),
};

/** The suites of `make test`. */
export const USUAL = ["rust", "widget", "dashboard", "e2e", "clients", "deploy", "conformance"];
export const ALL = [...USUAL, "scaled", "nodes", "rest", "long", "generators", "postfix", "systems"];

/**
 * Runs a suite, after installing what it needs.
 * @param {Suite} suite
 * @param {{ timed: boolean }} options
 * @returns {Promise<Outcome>}
 */
export async function runSuite({ needs, packages, run }, options) {
  const script = (/** @type {string} */ name, /** @type {string[]} */ words) =>
    spawnSync(join(ROOT, "scripts", name), words, { cwd: ROOT, stdio: "inherit" }).status === 0;
  const isReady =
    (needs === undefined || script("need.sh", needs)) &&
    (packages === undefined || script("packages.sh", [packages].flat()));
  const failure = { passed: 0, failed: 1, building: 0, failures: ["it could not run"], timed: [] };
  if (!isReady) return failure;
  try {
    const outcome = await run(options);
    // A suite that ran no test counts as failed.
    return outcome.passed + outcome.failed === 0 ? failure : outcome;
  } catch (error) {
    console.error(String(error));
    return failure;
  }
}

/**
 * Runs a program and shows its output; returns its exit code and output.
 * @param {string[]} command
 * @param {string} folder
 * @returns {Promise<{ code: number, text: string }>}
 */
function show([name, ...words], folder) {
  const child = spawn(name, words, {
    cwd: join(ROOT, folder),
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const [stream, shown] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    stream.setEncoding("utf8").on("data", (part) => {
      text += part;
      shown.write(part);
    });
  }
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, text: String(error) }));
    child.on("close", (code) => resolve({ code: code ?? 1, text }));
  });
}
