// `<askline-widget>`: a page with the element, over HTTP, in a real browser.

import assert from "node:assert/strict";
import { after, before, beforeEach, afterEach, test } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { startCustomer } from "../../scenes/pages/customer.mjs";
import { countLive, listenersOf } from "../../scenes/checks/live_things.mjs";

const CONFIG = { platforms: ["chatgpt", "claude"].map((id) => ({ id, enabled: true })), placement: { mode: "manual" } };
/**
 * @param {string} path @param {(names: { service: string, site: string }) => string} body @returns
 * {import("../../scenes/pages/page_shapes.mjs").Shape}
 */
const shape = (path, body) => ({
  name: path,
  path,
  config: CONFIG,
  html: ({ tag }) => {
    const [, service = "", site = ""] = /src="(.*)\/widget\.js" data-site="(.*?)"/.exec(tag()) ?? [];
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title><main><h1>Bread</h1>${body({ service, site })}</main></html>`;
  },
});

const BEFORE = shape(
  "/element-before",
  ({ service, site }) => `<askline-widget id="one" data-site="${site}"></askline-widget><p>Text</p>
  <askline-widget id="two" data-site="${site}"></askline-widget><script src="${service}/widget/element.js" async></script>`,
);
const AFTER = shape(
  "/element-after",
  ({ service, site }) =>
    `<script src="${service}/widget/element.js"></script><p>Text</p><askline-widget id="one" data-site="${site}"></askline-widget><div id="there"></div>`,
);
const OTHER = shape("/element-other", () => "");

/** @type {Awaited<ReturnType<typeof startCustomer>>} */
let customer;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof newReader>>} */
let reader;

before(async () => {
  browser = await openBrowser();
  customer = await startCustomer([BEFORE, AFTER, OTHER]);
});
beforeEach(async () => {
  reader = await newReader(browser);
  await reader.page.addInitScript(countLive);
});
afterEach(async () => {
  assert.deepEqual(reader.problems, []);
  await reader.context.close();
});
after(async () => {
  await browser?.close();
  await customer?.end();
});

const visit = async (/** @type {import("../../scenes/pages/page_shapes.mjs").Shape} */ { path }) => {
  await reader.page.goto(customer.pages.origin + path);
  return reader.page;
};
/** The card in the page's element with this id. */
const card = (/** @type {string} */ id) => reader.page.locator(`#${id} askline-widget .card`);
/** What remains on the page. */
const left = () =>
  reader.page.evaluate(
    `({ live: live.size, timers: timers.size, drawn: [...document.querySelectorAll("askline-widget")].filter((node) => node.shadowRoot).length, api: typeof askline })`,
  );
const NOTHING = { live: 0, timers: 0, drawn: 0, api: "undefined" };

test("elements that were there before the script are drawn, each once, and the page is counted once", async () => {
  await visit(BEFORE);
  for (const id of ["one", "two"]) await card(id).waitFor();
  assert.equal(await reader.page.locator("askline-widget askline-widget").count(), 2);
  const scripts = await reader.page.evaluate(
    "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('/widget.js')).length",
  );
  assert.equal(scripts, 1);
  await becomes(async () => (await customer.figuresOf(BEFORE)).views, 1);
});

test("elements that come after the script are drawn, also one that a script makes", async () => {
  const page = await visit(AFTER);
  await card("one").waitFor();
  await page.evaluate((site) => {
    const made = Object.assign(document.createElement("askline-widget"), { id: "made" });
    made.dataset.site = site;
    document.querySelector("main")?.append(made);
  }, customer.siteOf(AFTER));
  await card("made").waitFor();
});

test("one that is moved is drawn where it is then, once", async () => {
  const page = await visit(AFTER);
  await card("one").waitFor();
  await page.evaluate("document.querySelector('#there').append(document.querySelector('#one'))");
  await page.locator("#there #one askline-widget .card").waitFor();
  assert.equal(await page.locator("askline-widget:not([data-site])").count(), 1);
});

test("another site in its attribute is another widget; no site is no widget", async () => {
  const page = await visit(AFTER);
  await card("one").waitFor();
  const asked = page.waitForResponse((response) => response.url().includes(`${customer.siteOf(OTHER)}/config`));
  // Without a locator, because the driver's own script also observes the page.
  await page.evaluate(`document.querySelector("#one").dataset.site = "${customer.siteOf(OTHER)}"`);
  await asked;
  await card("one").waitFor();
  assert.equal(await page.locator("#one askline-widget").count(), 1);
  await page.evaluate("delete document.querySelector('#one').dataset.site");
  await becomes(left, NOTHING);
});

test("with the last one everything is removed, and one that is added again is whole", async () => {
  const page = await visit(BEFORE);
  const listeners = await listenersOf(page);
  for (const id of ["one", "two"]) await card(id).waitFor();
  // Waits until the second file is loaded, which watches the page.
  await becomes(async () => (await page.evaluate("live.size")) > 0, true);
  assert.ok((await listeners()) > 0);
  await page.evaluate("{ window.kept = document.querySelector('#one'); kept.remove(); }");
  await card("two").waitFor();
  assert.equal(await page.locator("askline-widget:not([data-site])").count(), 1);
  await page.evaluate("document.querySelector('#two').remove()");
  await becomes(left, NOTHING);
  assert.equal(await listeners(), 0);
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate("document.querySelector('main').append(kept)");
    await card("one").waitFor();
    await page.evaluate("kept.remove()");
    await becomes(left, NOTHING);
  }
  assert.equal(await listeners(), 0);
  await page.evaluate("document.querySelector('main').append(kept)");
  await card("one").locator("[data-do^=more]").click();
  await page.locator("[role=menuitem]").first().waitFor();
});
