// The suites: what each needs, what it runs, and how its output is counted.

import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";

import { build } from "./build.mjs";
import { countLines } from "./progress.mjs";
import { ROOT } from "./root.mjs";
import { ROUNDS } from "./rounds.mjs";
import { runTests } from "./rust.mjs";

/** @typedef {{ passed: number, failed: number, failures: string[], timed: import("./rust.mjs").Timed[] }} Outcome */
/**
 * What a suite is told: whether to measure each test, and whom to tell how many more tests ended.
 * @typedef {{ timed: boolean, ended: (tests: number) => void }} Options
 */
/**
 * `builds`: which Rust programs it uses. `needs`: programs of the system, as `scripts/need.sh` knows them. `packages`:
 * folders of npm packages. `files`: its test files, if it has any of its own.
 * @typedef {{ builds?: "all" | "short" | "units", needs?: string[], packages?: string[], files?: RegExp, run: (options: Options) => Promise<Outcome> }} Suite
 */

const SERVERS = ["postgresql", "redis-server", "pgbouncer", "openssl"];
/** Firefox and WebKit. */
const ENGINES = ["firefox-esr", "webkit2gtk-driver", "xvfb", "xauth"];

/**
 * The sum of the first groups of all matches.
 * @param {string} text
 * @param {RegExp} pattern
 */
const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);

/**
 * A suite of Rust tests.
 * @param {import("./rounds.mjs").Round} round
 * @param {{ builds?: "all" | "short" | "units", needs?: string[] }} [demands]
 * @returns {Suite}
 */
const rust = (round, { builds = "all", needs = SERVERS } = {}) => ({
  builds,
  needs,
  async run(options) {
    const { programs } = await build(builds);
    return runTests(ROUNDS[round](programs), options);
  },
});

/**
 * A suite that is a program.
 * @param {string[]} command
 * @param {{ folder?: string, passed: RegExp, failed: RegExp, ended: RegExp }} how the folder; the expressions that find
 *   the counts in the output; and the one that finds the lines of tests that ended
 * @param {Omit<Suite, "run">} demands
 * @returns {Suite}
 */
const program = (command, { folder = ".", passed, failed, ended }, demands) => ({
  ...demands,
  async run(options) {
    if (demands.builds !== undefined) await build(demands.builds);
    const { code, text } = await show(command, folder, countLines(ended, options.ended));
    const counts = { passed: sum(text, passed), failed: sum(text, failed) };
    // An error exit without a counted failure counts as one.
    if (counts.failed === 0 && code !== 0) counts.failed = 1;
    return { ...counts, failures: [], timed: [] };
  },
});

/**
 * A suite of files for Node's test runner.
 * @param {string[]} files
 * @param {Omit<Suite, "run">} demands
 * @returns {Suite}
 */
const nodeTests = (files, demands) =>
  program(["node", "--test", "--test-reporter=tap", ...files], NODE, {
    ...demands,
    files: new RegExp(`^(${files.map((file) => file.replaceAll(".", "\\.")).join("|")})$`),
  });

const VITEST = {
  passed: /^ +Tests .*?(\d+) passed/gm,
  failed: /^ +Tests .*?(\d+) failed/gm,
  ended: /^ [✓❯] .*\((\d+) tests?\b/,
};
const NODE = {
  passed: /^# pass (\d+)$/gm,
  failed: /^# (?:fail|cancelled) (\d+)$/gm,
  ended: /^ *(?:not )?ok \d+ /,
};
const JOURNEYS = {
  folder: "e2e",
  passed: /^(\d+) journeys passed$/gm,
  failed: /^(\d+) journeys failed$/gm,
  ended: /^journeys\/.*: (\d+) of \d+ passed/,
};

/** @type {Record<string, Suite>} */
export const SUITES = {
  // Tests without servers: domain, use cases, HTTP, the command line, the stores on SQLite.
  rust: rust("usual", { builds: "short", needs: ["openssl", "curl"] }),
  widget: program(
    ["npm", "test"],
    { folder: "widget", ...VITEST },
    { packages: ["widget"], files: /^widget\/tests\/.*\.test\.ts$/ },
  ),
  dashboard: program(
    ["npm", "test"],
    { folder: "dashboard", ...VITEST },
    { packages: ["dashboard"], files: /^dashboard\/tests\/.*\.test\.tsx?$/ },
  ),
  // One journey for each page and each task: e2e/tiers.mjs.
  e2e: program(["npm", "test", "--", "--tier=test"], JOURNEYS, {
    builds: "short",
    packages: ["e2e"],
    needs: ["chromium", "openssl"],
    files: /^e2e\/journeys\/.*\.test\.mjs$/,
  }),
  // Half of the other journeys, and a sixth of each table; other ones for each commit.
  journeys: program(["npm", "test", "--", "--tier=ci"], JOURNEYS, {
    builds: "short",
    packages: ["e2e"],
    needs: ["chromium", "openssl", "python3"],
    files: /^e2e\/journeys\/.*\.test\.mjs$/,
  }),
  // Tests of the stores and of the command line that start PostgreSQL or Redis.
  servers: rust("servers"),
  scaled: rust("scaled"),
  rest: rust("rest"),
  part: rust("part"),
  simulations: rust("simulations"),
  units: rust("units", { builds: "units", needs: [] }),
  tidy: rust("tidy", { needs: [] }),
  // Generated clients of the OpenAPI document.
  clients: program(
    ["npm", "test"],
    { folder: "clients", ...NODE },
    { builds: "short", packages: ["clients"], needs: ["python3-venv"], files: /^clients\/[^/]+\.test\.mjs$/ },
  ),
  // Generated clients, too: those whose generators take half a minute each, or need Go.
  generators: program(
    ["npm", "run", "test:slow"],
    { folder: "clients", ...NODE },
    {
      builds: "short",
      packages: ["clients"],
      needs: ["python3-venv", "golang-go", "golang-gopkg-validator.v2-dev"],
      files: /^clients\/slow\/.*\.test\.mjs$/,
    },
  ),
  // The first click on "Copy page" in Firefox and WebKit.
  engines: program(
    ["node", "--test", "--test-reporter=tap", "engines.test.mjs"],
    { folder: "e2e/systems", ...NODE },
    { builds: "short", packages: ["e2e"], needs: ENGINES, files: /^e2e\/systems\/engines\.test\.mjs$/ },
  ),
  // The snippets of docs/widget-install.md in sites made with Astro, Docusaurus, VitePress, Ghost, Rails' Turbo and
  // Django; and the widget's menus in Firefox and WebKit.
  systems: program(
    ["npm", "test"],
    { folder: "e2e/systems", ...NODE },
    {
      builds: "short",
      packages: ["e2e", "e2e/systems"],
      needs: ["chromium", "python3-venv", ...ENGINES],
      files: /^e2e\/systems\/(?!engines\.).*\.test\.mjs$/,
    },
  ),
  // The image's files, without a container engine; the shipped nginx.conf in front of the binary; shipped settings;
  // packages; install.sh.
  deploy: nodeTests(
    ["image", "nginx", "own_domain", "settings", "packages", "install"].map((name) => `deploy/${name}.test.mjs`),
    { builds: "short", needs: ["nginx", "haproxy", "openssl", "dpkg-deb"] },
  ),
  // Each limit of the service through the shipped HAProxy, nginx and Caddy, in CI through one of them; and what they give
  // while PostgreSQL is frozen.
  fronts: nodeTests(["deploy/fronts.test.mjs", "deploy/frozen.test.mjs"], {
    builds: "short",
    needs: ["nginx", "haproxy", "caddy", "openssl", "postgresql"],
  }),
  // What `make run-scaled` starts, and the drill of docs/scaling.md.
  nodes: nodeTests(["deploy/scaled.test.mjs", "deploy/drill.test.mjs"], {
    builds: "short",
    needs: ["postgresql", "redis-server", "haproxy", "curl"],
  }),
  // Email through a real Postfix, which starts only as root.
  postfix: nodeTests(["deploy/postfix.test.mjs"], { builds: "short", needs: ["postfix", "openssl"] }),
  // Each tested operation of the OpenAPI document counts once for each caller.
  conformance: program(
    ["node", "e2e/conformance/conformance.mjs"],
    {
      passed: /^(\d+) operations conform$/gm,
      failed: /^(\d+) operations do not conform$/gm,
      ended: /^(\d+) operations conform$/,
    },
    { builds: "short", packages: ["e2e"], needs: ["python3-venv"] },
  ),
};

/**
 * Runs a suite, after installing what it needs.
 * @param {Suite} suite
 * @param {Options} options
 * @returns {Promise<Outcome>}
 */
export async function runSuite({ needs, packages, run }, options) {
  const script = (/** @type {string} */ name, /** @type {string[]} */ words) =>
    spawnSync(join(ROOT, "scripts", name), words, { cwd: ROOT, stdio: "inherit" }).status === 0;
  const isReady =
    (needs === undefined || script("need.sh", needs)) && (packages === undefined || script("packages.sh", packages));
  const failure = { passed: 0, failed: 1, failures: ["it could not run"], timed: [] };
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
 * @param {(part: string) => void} look at each part of what it writes to its standard output
 * @returns {Promise<{ code: number, text: string }>}
 */
function show([name, ...words], folder, look) {
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
  child.stdout.on("data", look);
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, text: String(error) }));
    child.on("close", (code) => resolve({ code: code ?? 1, text }));
  });
}
