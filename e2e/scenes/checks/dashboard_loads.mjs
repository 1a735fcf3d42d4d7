// Measures the cost of opening dashboard pages, and creates a site with many pages.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("playwright-core").Page} Page */

const DAY_MS = 86_400_000;
/** Pages of a site, by the end of their address. */
export const SITE_PAGES = [
  "overview",
  "live",
  "report",
  "pages",
  "questions",
  "citations",
  "widget",
  "prompts",
  "prompts/new",
  "rules",
  "rules/proposed",
  "crawlers",
  "settings",
  "start",
  "pages/file",
];
/** Pages of an organization, by the end of their address. */
export const ORGANIZATION_PAGES = [
  "sites",
  "sites/new",
  "keys",
  "webhooks",
  "notifications",
  "members",
  "credits",
  "audit",
  "settings",
  "sign-in",
  "shared-links",
];

/** Pages before sign-in. */
export const SIGN_IN_PAGES = [
  "/login",
  "/signup",
  "/setup",
  "/enter",
  "/join",
  "/forgot",
  "/reset",
  "/prove",
  "/recipient",
  "/undo",
];

/**
 * Counts the bytes on the wire from now on, including headers, and including frames such as the preview on the widget
 * page. The result returns the number so far, and how many of them belong to frames.
 * @param {Page} page
 */
export async function watchBytes(page) {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  const { frameTree } = await client.send("Page.getFrameTree");
  /** @type {Set<string>} */
  const ofFrames = new Set();
  const bytes = { all: 0, ofFrames: 0 };
  client.on(
    "Network.requestWillBeSent",
    ({ requestId, frameId }) => void (frameId !== frameTree.frame.id && ofFrames.add(requestId)),
  );
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (ofFrames.has(requestId)) bytes.ofFrames += encodedDataLength;
  });
  return () => ({ ...bytes });
}

/**
 * Waits until the overview is completely rendered.
 * @param {Page} page
 */
export async function isDrawn(page) {
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.getByRole("region", { name: "AI loop" }).waitFor();
  await page.locator("svg a path").first().waitFor();
}

/**
 * Imports one view of each of `count` pages, spread over the last 25 days.
 * @param {import("../askline.mjs").Demo & { folder: string, run: (...words: string[]) => Promise<any> }} demo
 * @param {string} siteId
 * @param {string} origin the site's
 * @param {number} count
 */
export async function importPages(demo, siteId, origin, count) {
  const lines = Array.from({ length: count }, (_, page) =>
    JSON.stringify({
      type: "view",
      eventId: crypto.randomUUID(),
      url: `${origin}/archive/page-${String(page).padStart(5, "0")}`,
      title: `Page ${page}`,
      at: new Date(Date.now() - (1 + (page % 25)) * DAY_MS).toISOString(),
    }),
  );
  const file = join(demo.folder, "pages.ndjson");
  await writeFile(file, lines.join("\n"));
  return demo.run("import", "events", "--site", siteId, file);
}

/**
 * Scrolls down until the table's last row is in the document; returns the largest number of rows that the document had.
 * @param {Page} page
 * @param {number} rows of the whole table, the head left out
 */
export async function scrollThrough(page, rows) {
  const last = page.locator(`tr[aria-rowindex="${rows + 1}"]`);
  let most = 0;
  while ((await last.count()) === 0) {
    const seen = await page.evaluate(() => {
      scrollBy(0, innerHeight * 2);
      return new Promise((/** @type {(rows: number) => void} */ resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(document.querySelectorAll("tr[aria-rowindex]").length)),
        );
      });
    });
    most = Math.max(most, seen);
  }
  return most;
}
