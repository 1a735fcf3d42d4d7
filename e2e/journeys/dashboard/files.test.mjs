// Every button that saves a file. The file has the words of the screen, its owner and days in its name, and describes itself.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before } from "node:test";

import { api, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, unexpected } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { openSettled } from "../../scenes/settled.mjs";
import { sheetsOf } from "../../scenes/workbook.mjs";

const { test, cell } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

const SOURCES = join(import.meta.dirname, "../../../dashboard/src");
const BUTTONS = "[data-file]:visible, a[download]:visible, [aria-label='Save the chart as PNG']:visible";
/** What saves a file in the sources. */
const SAVES = /<TableDownload\b|<TableFiles\b|\buseChartFile\(/;
/** Names of the API, such as `aiReferrals`, which no file of the dashboard has. */
const API_NAME = /^[a-z]+[A-Z][A-Za-z]*$/;

const site = (/** @type {string} */ page) => `/sites/${demo.siteId}/${page}`;
const org = (/** @type {string} */ page) => `/orgs/${owner.orgId}/${page}`;
const HOOK = { url: "https://example.com/hook", events: ["key.created"] };

/**
 * Each source with a download, and pages where its buttons are. A page with a filter or a search says which words the file's
 * description must have.
 * @type {Record<string, (() => { path: string, says?: string[] })[]>}
 */
const PLACES = {
  "features/account/Sessions.tsx": [() => ({ path: "/account" })],
  "features/audit/AuditFile.tsx": [() => ({ path: org("audit") })],
  "features/citations/CitationsPage.tsx": [() => ({ path: site("citations?days=90") })],
  "features/citations/rates/Trend.tsx": [() => ({ path: site("citations?days=90") })],
  "features/crawlers/CrawlersPage.tsx": [() => ({ path: site("crawlers") })],
  "features/crawlers/Devices.tsx": [() => ({ path: site("crawlers?days=7") })],
  "features/crawlers/JavaScriptCrawlers.tsx": [() => ({ path: site("crawlers?days=90") })],
  "features/credits/CreditsPage.tsx": [() => ({ path: org("credits") })],
  "features/keys/KeysPage.tsx": [() => ({ path: org("keys") })],
  "features/live/LivePage.tsx": [() => ({ path: site("live") })],
  "features/members/MembersPage.tsx": [() => ({ path: org("members") })],
  "features/overview/OverviewChart.tsx": [
    () => ({ path: site("overview") }),
    () => ({ path: site("overview?figure=cited") }),
  ],
  "features/overview/OverviewFile.tsx": [
    () => ({ path: site("overview?platform=chatgpt"), says: ["Filter: Assistant", "ChatGPT"] }),
  ],
  "features/overview/OverviewSheet.tsx": [
    ...["assistants", "questions", "sources", "shares", "crawlers"].map((sheet) => () => ({
      path: site(`overview?sheet=${sheet}`),
    })),
    () => ({ path: site("overview?sheet=assistants&find=c&column=name"), says: ["Filter: Search"] }),
  ],
  "features/pages/PagesPage.tsx": [
    () => ({ path: site("pages?platform=claude"), says: ["Filter: Assistant", "Claude"] }),
    () => ({ path: site("pages?by=folder") }),
  ],
  "features/pages/PageSheet.tsx": [() => ({ path: site("pages?open=%2F") })],
  "features/questions/QuestionsPage.tsx": [() => ({ path: site("questions?days=7") })],
  "features/rules/RulesFile.tsx": [],
  "features/prompts/variants/Variants.tsx": [],
  "features/sites/BoardPage.tsx": [() => ({ path: org("sites") })],
  "features/webhooks/WebhookSheet.tsx": [],
  "features/webhooks/WebhooksPage.tsx": [() => ({ path: org("webhooks") })],
  "features/keys/KeySheet.tsx": [],
};

/** Buttons that the demo has no data for: requests with a key, rules, variants of a prompt, deliveries of a webhook. */
const WITHOUT_DATA = new Set([
  "features/keys/KeySheet.tsx",
  "features/prompts/variants/Variants.tsx",
  "features/rules/RulesFile.tsx",
  "features/webhooks/WebhookSheet.tsx",
]);

// One session for all cells: signing in takes longer than the files.
const { page, problems } = await newReader(browser);
before(async () => {
  await signIn(page, `${demo.listening}/account`, owner);
  const { token } = await logIn(demo);
  await api(demo, `/webhooks?orgId=${owner.orgId}`, { bearer: token, method: "POST", body: HOOK });
});

test("each source that saves a file has a page here where its buttons are used", () => {
  const found = readdirSync(SOURCES, { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".tsx") && SAVES.test(readFileSync(join(SOURCES, name), "utf8")))
    .filter((name) => !name.startsWith("features/shared/"));
  assert.deepEqual(Object.keys(PLACES).sort(), found.sort());
  for (const [name, pages] of Object.entries(PLACES)) assert.equal(pages.length === 0, WITHOUT_DATA.has(name), name);
});

/** @param {string} name @param {Buffer} bytes @param {string[]} says words of the description */
function check(name, bytes, says) {
  assert.match(name, /^\S.* \d{4}-\d\d-\d\d( to \d{4}-\d\d-\d\d)?( \(first \d+\))?\.(csv|xlsx|png|ndjson)$/);
  const ending = name.slice(name.lastIndexOf(".") + 1);
  if (ending === "png") {
    assert.equal(bytes.toString("latin1", 1, 4), "PNG");
    assert.ok(bytes.readUInt32BE(16) > 400 && bytes.readUInt32BE(20) > 400, `${name} has the size of the chart`);
    return;
  }
  if (ending === "ndjson") return;
  /** @type {string[]} */
  let headings;
  if (ending === "csv") {
    const text = bytes.toString("utf8");
    assert.ok(text.startsWith("\ufeff"), `${name} has a byte order mark`);
    assert.ok(!/\d\.\d{7}/.test(text), `${name} has no fraction with more than six decimals`);
    headings = (text.slice(1).split("\r\n")[0] ?? "").split(",");
  } else {
    const [table, about] = sheetsOf(bytes);
    assert.ok(table !== undefined && about !== undefined, `${name} has two sheets`);
    headings = table.rows[0] ?? [];
    assert.equal(about.name, "About this file", name);
    const cells = about.rows.flat();
    const described = about.rows.filter(([of]) => of?.startsWith("Column: "));
    assert.deepEqual(
      described.map(([of]) => of?.slice("Column: ".length)),
      headings,
      name,
    );
    for (const words of ["Belongs to", "Content", ...says])
      assert.ok(cells.includes(words), `${name}: ${words} in ${cells.join(" | ")}`);
    assert.ok(
      !table.rows.flat().some((value) => /^\d*\.\d{7,}$/.test(value) && Number(value) < 40_000),
      `${name} has rounded fractions`,
    );
  }
  assert.deepEqual(
    headings.filter((heading) => heading === "" || API_NAME.test(heading)),
    [],
    name,
  );
}

for (const [source, pages] of Object.entries(PLACES))
  for (const [place, at] of pages.entries())
    cell(`the files of ${source}, ${place + 1}`, async () => {
      const { path, says = [] } = at();
      await openSettled(page, demo.listening + path);
      // An open sheet makes the page behind it inert.
      const within = (await page.getByRole("dialog").count()) > 0 ? page.getByRole("dialog") : page.locator("body");
      const buttons = within.locator(BUTTONS);
      await buttons.first().waitFor();
      const names = [];
      for (let index = 0; index < (await buttons.count()); index += 1) {
        const [download] = await Promise.all([page.waitForEvent("download"), buttons.nth(index).click()]);
        names.push(download.suggestedFilename());
        check(download.suggestedFilename(), await readFile(await download.path()), says);
      }
      assert.equal(new Set(names).size, names.length, `each file has its name: ${names.join()}`);
      assert.deepEqual(unexpected(problems.splice(0)), []);
    });
