// The history of a page: how people get there, and what it says.

import assert from "node:assert/strict";
import { after } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { tooWide } from "../../scenes/checks/too_wide.mjs";
import { signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { openSettled } from "../../scenes/settled.mjs";

const { test, cell } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

const PATH = "/guides/flood-maps";
const site = (/** @type {string} */ page) => `${demo.listening}/sites/${demo.siteId}/${page}`;
const file = (/** @type {string} */ more) => site(`pages/file?path=${encodeURIComponent(PATH)}${more}`);

test("a page leads to its history, which says who read it and which sentences changed", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, site(`pages?open=${encodeURIComponent(PATH)}`), owner);
  await page.getByRole("link", { name: "History", exact: true }).click();
  await page.getByRole("heading", { name: PATH, level: 1 }).waitFor();
  const card = page.getByRole("region", { name: "What happened" });
  const changed = card.getByRole("listitem").filter({ hasText: "The page changed" }).first();
  await changed.getByText("Maps are drawn again every six years.").waitFor();
  assert.match(await changed.innerText(), /tables 1 → 0/);
  assert.match(await changed.innerText(), /removed:\s+\| Sign \| Meaning \|/);
  await card.getByText("Text read for the first time").waitFor();
  await card
    .getByText(/Read by GPTBot/)
    .first()
    .waitFor();
  await page.getByRole("region", { name: "By week" }).getByRole("row").nth(12).waitFor();
  await page.getByRole("radiogroup", { name: "Period" }).getByRole("radio", { name: "7 days" }).click();
  await page.waitForURL(/days=7/);
  await changed.waitFor({ state: "detached" });
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("each page that crawlers read leads to its history, and one that nothing is known of says so", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, site("crawlers"), owner);
  const pages = page.getByRole("region", { name: "From reading to citing" });
  await pages.getByRole("link", { name: PATH, exact: true }).click();
  await page.getByRole("heading", { name: PATH, level: 1 }).waitFor();
  await page.goto(site("pages/file?path=%2Fnothing"));
  await page
    .getByText("Nothing in this period")
    .or(page.getByRole("region", { name: "What happened" }))
    .first()
    .waitFor();
  await page.getByText(/The text of this page is not read/).waitFor();
  await context.close();
});

test("the questions whose answers cite a page lead to the answers, and the page among their sources leads back", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, site("crawlers"), owner);
  const pages = page.getByRole("region", { name: "From reading to citing" });
  // The whole text of one cell: the text of a row runs on, so a 0% after 5 asks would be 50%.
  const cited = pages.getByRole("row").filter({ has: page.getByRole("cell", { name: /^[1-9]\d?(\.\d)?%$/ }) });
  const path = (await cited.getByRole("link").first().innerText()).trim();
  await cited.getByRole("link").first().click();
  await page.getByRole("heading", { name: path, level: 1 }).waitFor();
  const card = page.getByRole("region", { name: "Answers that cite it" });
  const question = card.getByRole("link").first();
  const query = (await question.innerText()).trim();
  await page.getByRole("region", { name: "By week" }).getByText(/^was /).first().waitFor();
  await question.click();
  await page.waitForURL(/citations\?.*monitor=mon_/);
  await page.getByText(query).first().waitFor();
  const own = page.getByRole("listitem").filter({ hasText: "yours" }).getByRole("link", { name: "History" });
  await own.first().click();
  await page.waitForURL(/pages\/file\?path=/);
  await page.getByRole("region", { name: "Answers that cite it" }).getByRole("link").first().waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

cell("the history fits every window in German, and axe finds nothing", async () => {
  const { context, page } = await newReader(browser, { locale: "de-DE" });
  await signIn(page, file(""), owner);
  for (const width of [360, 640, 900, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await openSettled(page, file(""));
    assert.deepEqual(await tooWide(page), [], `${width} px`);
  }
  assert.deepEqual(await violations(page), []);
  await context.close();
});
