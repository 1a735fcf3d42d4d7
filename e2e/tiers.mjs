// Which journeys `make test` runs: one for each page and each task. CI runs half of the others, and a sixth of each
// table.

import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { PART_COUNT, partOf, runningPart } from "../scripts/testing/parts.mjs";

/** The environment variable that names the tier; without it every test runs. */
export const TIER = "ASKLINE_TEST_TIER";
const HERE = fileURLToPath(new URL(".", import.meta.url));

/**
 * The files of `make test`, below `journeys`, and what they show. The cells of their tables are left to CI.
 * @type {Record<string, string>}
 */
export const SHORT = {
  "dashboard/pages": "every page of an instance",
  "dashboard/tasks": "twenty everyday tasks among figures",
  "sign_in/demo": "the demonstration, from the link that it prints",
  "sign_in/sign_in": "signing in and up, the first owner, invitations",
  "sites/add_site": "adding a site, until its first visit",
  "sites/designer": "changing the widget and publishing it",
  "sites/overview": "reading figures",
  "sites/rules": "showing other questions on some pages, and testing it",
  "organization/keys": "creating a key, using, rotating and revoking it",
  "organization/members": "inviting a person, and removing them",
  "organization/notifications": "adding a channel, and choosing what is sent there",
  "organization/recipients": "adding a recipient without an account, who gets a report and ends it",
  "organization/webhooks": "creating a webhook, and sending again what failed",
  "customer_pages/click_to_figure": "from a reader's click to an owner's figure",
  "widget/element": "the widget as an element of a page",
  "api/monitor": "from a tracked question to its answers",
  "docs/guide": "finding an answer in the guide",
};

/** The tier that runs, or null if every test does. @returns {"test" | "ci" | null} */
export function runningTier() {
  const tier = process.env[TIER] ?? "";
  if (tier === "") return null;
  if (tier !== "test" && tier !== "ci") throw new Error(`${TIER} is test or ci, not ${tier}`);
  return tier;
}

/**
 * Whether a tier runs the tests of a file that are no cells of a table. The parts of commits are even or odd, and so are
 * the files of CI: each commit runs one half of them.
 * @param {string} path of the file
 * @param {"test" | "ci" | null} tier
 * @param {number | null} part the part that runs; null for all
 */
export function runsTests(path, tier, part = runningPart()) {
  if (tier === null) return true;
  const name = nameOf(path);
  if (name in SHORT) return tier === "test";
  return tier === "ci" && (part === null || partOf(name) % 2 === part % 2);
}

/**
 * Whether a tier runs a cell of the table of a file. The files of CI, which each second commit runs, have a third of their
 * cells then, and the others a sixth in each commit.
 * @param {string} path of the file
 * @param {number} row of the table
 * @param {"test" | "ci" | null} tier
 * @param {number | null} part the part that runs; null for all
 */
export function runsCell(path, row, tier, part = runningPart()) {
  if (tier === "test") return false;
  if (part === null) return true;
  if (tier === null || nameOf(path) in SHORT) return row % PART_COUNT === part;
  return runsTests(path, tier, part) && row % (PART_COUNT / 2) === Math.floor(part / 2);
}

/** The name of a file, such as `sites/overview`. @param {string} path */
const nameOf = (path) => relative(join(HERE, "journeys"), path).replace(/\.test\.mjs$/, "");

/** Every file with journeys, below `e2e`. */
export const everyFile = () =>
  readdirSync(join(HERE, "journeys"), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => join("journeys", name))
    .sort();

/**
 * The files with tests of a tier, below `e2e`: in `ci` also those of `make test` that have a table.
 * @param {"test" | "ci" | null} tier
 * @param {(file: string) => boolean} hasTable
 * @param {number | null} part the part that runs; null for all
 */
export const filesOf = (tier, hasTable, part = runningPart()) =>
  everyFile().filter((file) => {
    const path = join(HERE, file);
    return runsTests(path, tier, part) || (tier === "ci" && nameOf(path) in SHORT && hasTable(file));
  });
