// Compares the table of services with public lists: crawlers, devices, referrers. Prints hits, misses and false alarms.
//
//   node e2e/systems/public_lists.mjs [--misses] [--write]
//
// The lists are installed into a temporary folder, and no entry is copied from them: some are copyleft, and entries of the
// table come from vendors' own pages. `--misses` names what the table does not know, and `--write` writes the figures of
// docs/assistants.md. The binary classifies; nothing here repeats its rules.

import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { BINARY, ROOT } from "../scenes/askline.mjs";
import { run } from "./site.mjs";

/** The lists, with the versions whose figures docs/assistants.md shows. */
const CRAWLERS = "crawler-user-agents@1.60.0";
const REFERRERS = "referer-parser@0.0.3";
const DEVICES = "device_detector==6.5.1";
const FIGURES = join(ROOT, "crates/domain/data/list_figures.md");
const MAX_NAMED = 40;

/** @typedef {{ userAgent?: string, referrer?: string }} Visit */
/** @typedef {{ sender?: { kind: string, name: string | null }, source?: { kind: string, name: string } | null }} Counted */

/**
 * Asks the binary how each visit is counted.
 * @param {readonly Visit[]} visits
 * @returns {Counted[]}
 */
function counted(visits) {
  const { status, stdout, stderr } = spawnSync(BINARY, ["assistants", "--classify"], {
    input: visits.map((visit) => `${JSON.stringify(visit)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1024 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * @typedef {object} Row
 * @property {string} list
 * @property {string} what
 * @property {number} entries
 * @property {number} hits
 * @property {string[]} others what was counted as something else
 */

/**
 * @param {string} list
 * @param {string} what
 * @param {readonly string[]} entries
 * @param {(entry: string) => Visit} visit
 * @param {(counted: Counted) => boolean} isHit
 * @returns {Row}
 */
function compare(list, what, entries, visit, isHit) {
  const distinct = [...new Set(entries.filter((entry) => entry.trim() !== ""))];
  const answers = counted(distinct.map(visit));
  const others = distinct.filter((_, place) => !isHit(/** @type {Counted} */ (answers[place])));
  return { list, what, entries: distinct.length, hits: distinct.length - others.length, others };
}

/**
 * @param {string} folder
 * @returns {Promise<Row[]>}
 */
async function rowsOf(folder) {
  const require = createRequire(join(folder, "package.json"));
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", CRAWLERS, REFERRERS], folder);
  run("pip", ["download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", folder, DEVICES], folder);
  const archive = (await readdir(folder)).find((name) => name.endsWith(".tar.gz")) ?? "";
  run("tar", ["--extract", "--gzip", "--strip-components=1", "--file", archive], folder);
  const yaml = require("js-yaml");
  const isRobot = (/** @type {Counted} */ { sender }) => sender?.kind === "crawler" || sender?.kind === "automated";
  const sends = (/** @type {string} */ userAgent) => ({ userAgent });
  const rows = [];

  /** @type {{ instances: string[], tags?: string[] }[]} */
  const crawlers = JSON.parse(
    await readFile(join(folder, "node_modules/crawler-user-agents/crawler-user-agents.json"), "utf8"),
  );
  for (const [what, tags] of Object.entries({
    "AI crawlers": ["ai-crawler"],
    "search engines": ["search-engine"],
    "previews of networks": ["social-preview"],
    "other crawlers": ["seo", "monitoring", "scanner", "advertising", "feed-reader", "archiver", "academic"],
    "driven browsers": ["browser-automation"],
  })) {
    const tagged = crawlers.filter((crawler) => crawler.tags?.some((tag) => tags.includes(tag)));
    const agents = tagged.flatMap(({ instances }) => instances);
    rows.push(compare(CRAWLERS, what, agents, sends, isRobot));
  }

  const fixtures = join(folder, "device_detector/tests/fixtures/upstream");
  const [robots, devices] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  for (const name of await readdir(fixtures, { recursive: true })) {
    if (!name.endsWith(".yml")) continue;
    const entries = yaml.load(await readFile(join(fixtures, name), "utf8"));
    for (const entry of Array.isArray(entries) ? entries : []) {
      if (typeof entry?.user_agent === "string") (entry.bot ? robots : devices).push(entry.user_agent);
    }
  }
  rows.push(compare(DEVICES, "robots", robots, sends, isRobot));
  rows.push(compare(DEVICES, "devices of readers", devices, sends, (answer) => !isRobot(answer)));

  const referrers = yaml.load(await readFile(join(folder, "node_modules/referer-parser/data/referers.yml"), "utf8"));
  const visits = (/** @type {string} */ host) => ({ referrer: `https://${host.split("/")[0]}/` });
  for (const [what, medium, kinds] of /** @type {const} */ ([
    ["search engines", "search", ["search", "ai_assistant"]],
    ["networks", "social", ["social"]],
  ])) {
    /** @type {{ domains: string[] }[]} */
    const services = Object.values(referrers[medium]);
    const hosts = services.flatMap(({ domains }) => domains ?? []);
    const isKind = (/** @type {Counted} */ { source }) => kinds.some((kind) => kind === source?.kind);
    rows.push(compare(REFERRERS, what, hosts, visits, isKind));
  }
  return rows;
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(2)}%`;

/** @param {readonly Row[]} rows */
function table(rows) {
  const head = "| List | Entries that are | Entries | Counted so | Counted otherwise |\n|---|---|---|---|---|\n";
  const line = ({ list, what, entries, hits, others }) =>
    `| ${list.replace(/[=@]+/, " ")} | ${what} | ${entries} | ${hits} | ${others.length} (${percent(others.length / Math.max(1, entries))}) |\n`;
  return head + rows.map(line).join("");
}

const folder = await mkdtemp(join(tmpdir(), "askline-lists-"));
try {
  const rows = await rowsOf(folder);
  const figures = table(rows);
  console.log(figures);
  if (process.argv.includes("--misses")) {
    for (const { list, what, others } of rows) {
      console.log(`\n${list}, ${what}:\n${others.slice(0, MAX_NAMED).join("\n")}`);
    }
  }
  if (process.argv.includes("--write")) await writeFile(FIGURES, figures);
} finally {
  await rm(folder, { recursive: true, force: true });
}
