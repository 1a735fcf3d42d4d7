// The cost of opening pages of the dashboard, and a site with many pages to open.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("playwright-core").Page} Page */

const DAY_MS = 86_400_000;

/**
 * Counts bytes on the wire, including headers, from now on; the result returns the number so far. The preview on the widget page is
 * another document in a frame, with the files that a reader of the site loads: it has its own limit and is not counted here.
 * @param {Page} page
 */
export async function watchBytes(page) {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  const { frameTree } = await client.send("Page.getFrameTree");
  /** Requests of other frames, which a browser may load in this process or in another one. @type {Set<string>} */
  const foreign = new Set();
  let bytes = 0;
  client.on("Network.requestWillBeSent", ({ requestId, frameId }) => void (frameId !== frameTree.frame.id && foreign.add(requestId)));
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => void (foreign.has(requestId) || (bytes += encodedDataLength)));
  return () => bytes;
}

/**
 * Waits until the overview is completely drawn.
 * @param {Page} page
 */
export async function isDrawn(page) {
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.getByRole("region", { name: "AI loop" }).waitFor();
  await page.locator("svg a path").first().waitFor();
}

/**
 * Imports views of this many pages, some on each of the last days.
 * @param {import("../askline.mjs").Demo & { folder: string, run: (...words: string[]) => Promise<any> }} demo
 * @param {string} siteId
 * @param {string} origin the site's
 * @param {number} count
 */
export async function importPages(demo, siteId, origin, count) {
  const lines = Array.from({ length: count }, (_, page) => JSON.stringify({
    type: "view", eventId: crypto.randomUUID(), url: `${origin}/archive/page-${String(page).padStart(5, "0")}`, title: `Page ${page}`,
    at: new Date(Date.now() - (1 + (page % 25)) * DAY_MS).toISOString(),
  }));
  const file = join(demo.folder, "pages.ndjson");
  await writeFile(file, lines.join("\n"));
  return demo.run("import", "events", "--site", siteId, file);
}

/**
 * Scrolls down until the table's last row is in the document; returns the most rows that were ever in it.
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
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.querySelectorAll("tr[aria-rowindex]").length)));
      });
    });
    most = Math.max(most, seen);
  }
  return most;
}
