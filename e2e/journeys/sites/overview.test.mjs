// All sites, and the overview, the live page and the pages of a site. Uses the real binary in a real browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe } from "node:test";

import { api, becomes, startNewDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openSettled } from "../../scenes/settled.mjs";

const { test, cell } = journeysOf(import.meta.url);

/** @type {Awaited<ReturnType<typeof startNewDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof ownerOf>} */
let owner;

before(async () => {
  [browser, demo] = await Promise.all([
    openBrowser(),
    startNewDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_LIMITS__INTAKE_PER_MINUTE: "0" }),
  ]);
  owner = ownerOf(demo, "enterprise");
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

const site = (/** @type {string} */ path) => `${demo.listening}/sites/${demo.siteId}/${path}`;
const board = () => `${demo.listening}/orgs/${owner.orgId}/sites`;

/**
 * The figure with this name in the overview.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
const figure = (page, name) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });

test("a click on an assistant is on the overview and in Live without a reload", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, site("overview?days=7"), owner);
  const { totals } = await api(demo, `/analytics/${demo.siteId}/overview?days=7`);
  await figure(page, "AI asks").getByText(String(totals.asks), { exact: true }).waitFor();
  const live = await context.newPage();
  await live.goto(site("live"));
  await live.getByRole("heading", { name: "Latest events" }).waitFor();
  const reader = await newReader(browser);
  await reader.page.goto(demo.demoPage);
  await reader.page.locator("askline-widget a", { hasText: "ChatGPT" }).first().click();
  await figure(page, "AI asks")
    .getByText(String(totals.asks + 1), { exact: true })
    .waitFor();
  await live.getByText("Someone asked ChatGPT").first().waitFor();
  assert.deepEqual(unexpected(problems), []);
  await reader.context.close();
  await context.close();
});

test("from the board to a site, an assistant and a page, and back again step by step", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, board(), owner);
  const { items } = await api(demo, "/analytics/overview");
  // Sites that need attention come first.
  await becomes(
    () => page.locator("tbody th a").allTextContents(),
    items.map((/** @type {{ name: string }} */ { name }) => name),
  );
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(",")[0]),
    items.map((/** @type {{ name: string }} */ { name }) => name),
    "every site, in its place",
  );
  await page.getByRole("link", { name: items[0].name, exact: true }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  const panel = (/** @type {string} */ name) => page.getByRole("region", { name, exact: true });
  await panel("Assistants").getByRole("link", { name: "ChatGPT" }).click();
  await page.getByText("Assistant: ChatGPT").waitFor();
  await panel("Pages")
    .getByRole("link", { name: /^\/guides\// })
    .first()
    .click();
  await page.waitForURL(/platform=chatgpt&page=%2Fguides|page=%2Fguides.*platform=chatgpt/);
  await page.getByText(/^Page: \/guides\//).waitFor();
  await page.goBack();
  await page.getByText(/^Page: /).waitFor({ state: "detached" });
  await page.getByText("Assistant: ChatGPT").waitFor();
  await page.goBack();
  await page.getByText("Assistant: ChatGPT").waitFor({ state: "detached" });
  await page.goBack();
  await page.getByRole("heading", { name: "All sites" }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("keys choose the period, take the comparison away, and read the chart", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, site("overview"), owner);
  await page.getByText("previous period", { exact: true }).first().waitFor();
  await page.keyboard.press("w");
  await page.waitForURL(/days=7/);
  await page.keyboard.press("c");
  await page.waitForURL(/compare=none/);
  await page.getByText("previous period", { exact: true }).waitFor({ state: "detached" });
  const { series } = await api(demo, `/analytics/${demo.siteId}/overview?days=7`);
  const chart = page.getByRole("group", { name: /^AI asks by day: / });
  await chart.focus();
  await page.keyboard.press("Home");
  const first = new Intl.DateTimeFormat("en-US", { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(series[0].date),
  );
  await chart.locator("strong", { hasText: new RegExp(`${first}$`) }).waitFor();
  await chart.locator("span", { hasText: /^All/ }).getByText(String(series[0].asks), { exact: true }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("the table of the chart has every number that the API gives", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, site("overview?days=90&compare=none&figure=shares"), owner);
  await page.getByRole("button", { name: "Table", exact: true }).click();
  const { series } = await api(demo, `/analytics/${demo.siteId}/overview?days=90`);
  const cells = await page
    .getByRole("region", { name: "Shares by day" })
    .first()
    .locator("tbody td:nth-of-type(1)")
    .allTextContents();
  assert.deepEqual(
    cells.map(Number),
    series.map((/** @type {{ shares: number }} */ { shares }) => shares),
  );
  await context.close();
});

test("the figure of the citation rate shows the stored changes of citation rates and no other", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, site("overview"), owner);
  for (const days of [7, 90]) {
    await page.goto(site(`overview?days=${days}`));
    const { citations } = await api(demo, `/analytics/${demo.siteId}/overview?days=${days}&compare=previous`);
    const whole = citations.changes.filter(
      (/** @type {{ partOf: string | null }} */ { partOf }) =>
        !citations.changes.some((/** @type {{ id: string }} */ { id }) => id === partOf),
    );
    const ofSite = whole.some((/** @type {{ level: string }} */ { level }) => level === "site");
    const cited = figure(page, "Citation rate");
    await cited.getByText(/answers|previous period|change|clear since/).waitFor();
    const words = await cited.innerText();
    assert.equal(/[▲▼]/.test(words), ofSite, `${days} days: ${words}`);
    if (!ofSite) assert.equal(/\d+ changes?\b/.test(words), whole.length > 0, `${days} days: ${words}`);
  }
  await context.close();
});

test("the citation rate is charted week by week once it is chosen, with the sentence of the page about citations", async () => {
  const { context, page, problems } = await newReader(browser);
  const asked = /** @type {string[]} */ ([]);
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await signIn(page, site("overview"), owner);
  const tile = figure(page, "Citation rate");
  await tile.waitFor();
  assert.deepEqual(
    asked.filter((path) => path.endsWith("/summary")),
    [],
  );
  await tile.getByRole("link", { name: "Citation rate" }).click();
  const weeks = page.getByRole("region", { name: "Citation rate by week" });
  await weeks.locator("svg path").first().waitFor();
  await tile.locator("svg[aria-hidden] path").first().waitFor();
  const sentence = weeks.getByText(/^Overall: you are cited in/);
  const words = await sentence.innerText();
  await weeks.getByRole("button", { name: "Table", exact: true }).click();
  const { seriesByWeek } = await api(demo, `/citations/${demo.siteId}/summary?days=84`);
  const rates = await weeks.locator("tbody td:nth-of-type(1)").allTextContents();
  assert.ok(
    seriesByWeek.some((/** @type {{ citationRate: number | null }} */ { citationRate }) => citationRate !== null),
  );
  assert.deepEqual(
    rates,
    seriesByWeek.map((/** @type {{ citationRate: number | null }} */ { citationRate }) =>
      citationRate === null ? "–" : `${Math.round(citationRate * 100)}%`,
    ),
  );
  await page.getByRole("region", { name: "Citation rate by engine" }).getByRole("table").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto(site("citations"));
  await page.getByText(words, { exact: true }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a custom range is chosen in the calendar from the keyboard and is in the address", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, site("overview?from=2026-01-05&to=2026-01-09"), owner);
  await page.getByRole("button", { name: /Jan 5\D+9/ }).press("Enter");
  await page.getByRole("dialog", { name: "Choose dates" }).getByRole("grid").first().waitFor();
  for (const key of ["ArrowUp", "Enter", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForURL(/from=2026-01-02&to=2026-01-05/);
  await context.close();
});

test("a page opens beside the list of pages with its own figures, and Back closes it", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, site("pages?by=folder"), owner);
  await page.getByRole("link", { name: "/guides/**" }).click();
  await page.getByText("Folder: /guides", { exact: true }).waitFor();
  // The folder's own row stays until its content has arrived.
  const link = page
    .getByRole("rowheader")
    .getByRole("link", { name: /^\/guides\/[a-z]/ })
    .first();
  const path = /** @type {string} */ (await link.textContent());
  assert.match(path, /^\/guides\//);
  await link.click();
  const sheet = page.getByRole("dialog", { name: path });
  const { totals } = await api(demo, `/analytics/${demo.siteId}/overview?page=${encodeURIComponent(path)}`);
  await sheet.getByRole("region", { name: "AI loop" }).getByText(String(totals.asks), { exact: true }).waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("the whole table of a panel opens beside, is searched, and filters the overview", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, site("overview"), owner);
  await page.getByRole("link", { name: /^All \d+ sources/ }).click();
  const sheet = page.getByRole("dialog", { name: "Traffic sources" });
  await sheet.getByRole("row", { name: /Google/ }).waitFor();
  await sheet.getByRole("searchbox").fill("reddit");
  await sheet.getByRole("row", { name: /Google/ }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  assert.ok(!page.url().includes("sheet="));
  await page.goto(site("overview?sheet=assistants"));
  const assistants = page.getByRole("dialog", { name: "All assistants" });
  await assistants.getByRole("link", { name: "Visits" }).click();
  await page.waitForURL(/column=back/);
  const { byAssistant } = await api(demo, `/analytics/${demo.siteId}/referrers`);
  const back = await assistants.locator("tbody td:last-child").allTextContents();
  assert.deepEqual(
    back.map((text) => Number(text.replace(",", ""))).filter((visits) => visits > 0),
    byAssistant.map((/** @type {{ value: number }} */ { value }) => value),
  );
  await assistants.getByRole("searchbox").fill("cl");
  await page.waitForURL(/find=cl/);
  const pasted = await context.newPage();
  await pasted.goto(page.url());
  const found = pasted.getByRole("dialog", { name: "All assistants" }).getByRole("rowheader");
  await found.filter({ hasText: "Claude" }).waitFor();
  assert.deepEqual(await found.allTextContents(), ["Claude"], "a pasted address shows the same table");
  await pasted.close();
  await assistants.getByRole("link", { name: "Claude" }).click();
  await page.waitForURL(/platform=claude/);
  await page.getByText("Assistant: Claude").waitFor();
  await context.close();
});

test("period, comparison and filter go along from page to page, and are struck where they cannot apply", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, site("overview?days=90&filter=platform:is:claude&filter=device:is:phone"), owner);
  await page.getByRole("button", { name: /^Compare: / }).click();
  await page.getByRole("menuitemradio", { name: "A year ago, the same weekdays" }).click();
  await page.waitForURL(/compare=year/);
  const open = (/** @type {string} */ name) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  const struck = () => page.locator("main s").filter({ visible: true }).allInnerTexts();
  const unknown = "device:is:phone";
  for (const [name, expected] of /** @type {const} */ ([
    ["Questions", [unknown]],
    ["Live", ["Assistant: Claude", unknown, "Compare: a year ago"]],
    ["Pages", [unknown]],
    ["Widget", []],
    ["Citations", ["Assistant: Claude", unknown]],
    ["Crawlers and devices", ["Assistant: Claude", unknown]],
    ["Overview", [unknown]],
  ])) {
    await open(name);
    await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
    await becomes(struck, [...expected]);
    const asked = new URL(page.url()).searchParams;
    assert.deepEqual([asked.get("days"), asked.get("compare"), asked.get("platform")], ["90", "year", "claude"], name);
  }
  const { totals } = await api(demo, `/analytics/${demo.siteId}/overview?days=90&platform=claude`);
  await figure(page, "AI asks").getByText(String(totals.asks), { exact: true }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

describe("axe finds nothing on pages of figures", () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    cell(`in ${colorScheme}`, async () => {
      const { context, page } = await newReader(browser, { colorScheme });
      await signIn(page, board(), owner);
      const addresses = [
        board(),
        site("overview"),
        site("overview?days=1&figure=cited&loop=pages&by=folder"),
        site("overview?sheet=sources"),
        site("live"),
        site("pages?by=folder"),
        site("pages?open=%2Fguides%2Fflood-maps"),
      ];
      for (const address of addresses) {
        await openSettled(page, address);
        await page.getByRole("heading").first().waitFor();
        assert.deepEqual(await violations(page), [], address);
      }
      await openSettled(page, site("overview"));
      await page.getByRole("button", { name: "Table", exact: true }).click();
      assert.deepEqual(await violations(page), [], "the table of the chart");
      await context.close();
    });
  }
});
