// The overview of a site whose views stopped although its widget is still loaded.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { api, becomes, logIn, makeSite, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, signIn, unexpected } from "../../scenes/dashboard.mjs";

const DAY_MS = 24 * 60 * 60_000;
/** Notes requests of the configuration on the day before, which only a server that ran then could have. */
const NOTE = `import sqlite3, sys, time
with sqlite3.connect(sys.argv[1]) as metadata:
    metadata.execute("INSERT INTO config_requests SELECT id, ?, 60 FROM sites WHERE name = 'Silent'", [int(time.time() // 86400) - 1])
`;

test("a site that lost its views says so on its overview, with what to check, until an event arrives", async () => {
  const [browser, demo] = await Promise.all([openBrowser(), startDemo()]);
  try {
    const owner = ownerOf(demo, "enterprise");
    const origin = "https://pages.example";
    const siteId = await makeSite(demo, await logIn(demo), { name: "Silent", origin, config: {} });
    const now = Date.now();
    const view = (/** @type {number} */ ago) => ({
      type: "view",
      eventId: `0193a1b2-c3d4-7abc-8def-${String(ago).padStart(12, "0")}`,
      url: `${origin}/`,
      at: new Date(Math.floor(now / DAY_MS - ago) * DAY_MS).toISOString(),
    });
    const importViews = async (/** @type {number[]} */ ...agos) => {
      const file = join(demo.folder, "views.ndjson");
      await writeFile(file, agos.map((ago) => JSON.stringify(view(ago))).join("\n"));
      await demo.run("import", "events", "--site", siteId, file);
    };
    // One day more than the rule asks for, so that the test may run at midnight.
    await importViews(2, 3, 4, 5, 6, 7, 8, 9);
    execFileSync("python3", ["-c", NOTE, join(demo.folder, "data/metadata.db")]);
    await becomes(async () => (await api(demo, `/sites/${siteId}/missing-views`)).missing, true);

    const { context, page, problems } = await newReader(browser);
    const overview = `${demo.listening}/sites/${siteId}/overview`;
    await signIn(page, overview, owner);
    const banner = page.getByRole("alert").filter({ hasText: "No views since" });
    await banner.getByText(/60 times since then/).waitFor();
    assert.deepEqual(
      (await banner.getByRole("listitem").allTextContents()).map((text) => text.split(":")[0]),
      ["A content blocker’s list", "The page’s Content Security Policy", "Consent"],
    );

    await importViews(0);
    await becomes(async () => (await api(demo, `/sites/${siteId}/missing-views`)).missing, false);
    await Promise.all([page.waitForResponse(/\/missing-views$/), page.reload()]);
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    await banner.waitFor({ state: "detached" });
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  } finally {
    await browser.close();
    await demo.end();
  }
});
