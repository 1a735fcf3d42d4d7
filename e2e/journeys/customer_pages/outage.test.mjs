// A service that is unreachable for a while, or answers 503. No click is lost, and none counts twice.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";

import { api, becomes } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { startCustomer } from "../../scenes/pages/customer.mjs";
import { startUnreliableService } from "../../scenes/services/unreliable_service.mjs";

/** Each test has its own site. */
const SHAPES = ["refused", "left", "cut", "unheard", "slow"].map(
  (name) =>
    /** @type {import("../../scenes/pages/page_shapes.mjs").Shape} */ ({
      name,
      path: `/${name}`,
      config: {
        platforms: ["chatgpt", "claude"].map((id) => ({ id, enabled: true })),
        social: [{ id: "x", enabled: true }],
        questions: { enabled: true, max: 1, items: [{ text: "Why?" }] },
      },
      html: ({ tag }) =>
        `<!doctype html><html lang="en"><title>${name}</title><article>A text.</article>${tag()}</html>`,
    }),
);
const [REFUSED, LEFT, CUT, UNHEARD, SLOW] = SHAPES;

/** @type {Awaited<ReturnType<typeof startUnreliableService>>} */
let network;
/** @type {Awaited<ReturnType<typeof startCustomer>>} */
let customer;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  const throughNetwork = async (/** @type {string} */ listening) => {
    network = await startUnreliableService(listening);
    return network.origin;
  };
  browser = await openBrowser();
  customer = await startCustomer(SHAPES, throughNetwork);
});
afterEach(() => network.setBehavior("passes"));
after(async () => {
  await browser?.close();
  await network?.end();
  await customer?.end();
});

/** @param {import("../../scenes/pages/page_shapes.mjs").Shape} shape */
async function visit(shape) {
  const reader = await newReader(browser);
  await reader.page.goto(customer.pages.origin + shape.path);
  const widget = reader.page.locator("askline-widget");
  await widget.locator(".ai a").first().waitFor();
  await becomes(async () => (await customer.figuresOf(shape)).views, 1);
  return { ...reader, widget };
}

/**
 * Clicks one of each kind, and closes the tabs that open.
 * @param {Awaited<ReturnType<typeof visit>>} reader
 */
async function pressOneOfEach({ context, page, widget }) {
  for (const name of [/Claude/, /^Why\?/, /^Share on X/]) {
    const [opened] = await Promise.all([context.waitForEvent("page"), widget.getByRole("link", { name }).click()]);
    await opened.close();
    await page.bringToFront();
  }
}

const ONE_OF_EACH = { platforms: { claude: 1 }, networks: { x: 1 }, questions: { "Why?": 1 }, copies: 0, views: 1 };
const NONE = { platforms: {}, networks: {}, questions: {}, copies: 0, views: 1 };
/** @param {import("playwright-core").Page} page */
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("askline.queue") ?? "[]").length);

test("a click while the service answers 503 is counted when it answers again, on the same page", async () => {
  const reader = await visit(REFUSED);
  network.setBehavior("refuses");
  await pressOneOfEach(reader);
  await becomes(() => kept(reader.page), 3);
  assert.deepEqual(await customer.figuresOf(REFUSED), NONE);
  network.setBehavior("passes");
  await becomes(() => customer.figuresOf(REFUSED), ONE_OF_EACH);
  await becomes(() => kept(reader.page), 0);
  await reader.context.close();
});

test("what was kept when its page was left is sent by the next page of the site, once", async () => {
  const reader = await visit(LEFT);
  network.setBehavior("refuses");
  await pressOneOfEach(reader);
  await becomes(() => kept(reader.page), 3);
  // A page without the widget, so nothing is sent from there.
  await reader.page.goto(`${customer.pages.origin}/page.css`);
  assert.equal(await kept(reader.page), 3);
  assert.deepEqual(await customer.figuresOf(LEFT), NONE);
  network.setBehavior("passes");
  await reader.page.goto(customer.pages.origin + LEFT.path);
  await becomes(() => customer.figuresOf(LEFT), { ...ONE_OF_EACH, views: 2 });
  await becomes(() => kept(reader.page), 0);
  await reader.context.close();
});

test("a click without a connection is kept, and counted by a later page", async () => {
  const reader = await visit(CUT);
  network.setBehavior("cuts");
  await pressOneOfEach(reader);
  await becomes(() => kept(reader.page), 3);
  network.setBehavior("passes");
  await reader.page.reload();
  await becomes(() => customer.figuresOf(CUT), { ...ONE_OF_EACH, views: 2 });
  await reader.context.close();
});

test("what was counted although its answer was lost is sent again, and does not count twice", async () => {
  const reader = await visit(UNHEARD);
  network.setBehavior("loses_answers");
  await pressOneOfEach(reader);
  await becomes(() => kept(reader.page), 3);
  assert.deepEqual(await customer.figuresOf(UNHEARD), ONE_OF_EACH);
  const before = network.posts();
  network.setBehavior("passes");
  await reader.page.reload();
  await becomes(() => kept(reader.page), 0);
  await becomes(async () => (await customer.figuresOf(UNHEARD)).views, 2);
  assert.ok(network.posts() >= before + 2, "nothing was sent again");
  assert.deepEqual(await customer.figuresOf(UNHEARD), { ...ONE_OF_EACH, views: 2 });
  await reader.context.close();
});

test("a page that was visited before shows what is stored while the service has answered nothing, and then what it answers", async () => {
  const { context, page, widget } = await visit(SLOW);
  const path = `/sites/${customer.siteOf(SLOW)}`;
  const { config } = await api(customer.demo, path);
  await api(customer.demo, `${path}/config`, {
    method: "PUT",
    body: { ...config, labels: { en: { title: "Another title" } } },
  });
  /** @type {() => void} */
  let answer = () => undefined;
  const held = new Promise((resolve) => {
    answer = () => resolve(null);
  });
  let asked = 0;
  /** @type {string[]} */
  const answered = [];
  await context.route("**/api/**", async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  page.on("response", (response) => {
    if (response.url().includes("/api/")) answered.push(response.url());
  });
  await page.reload();
  const title = widget.locator("h2");
  await title.getByText("Ask AI about this page", { exact: true }).waitFor();
  await widget.getByRole("link", { name: /^Ask ChatGPT/ }).waitFor();
  assert.deepEqual({ asked: asked > 0, answered }, { asked: true, answered: [] });
  answer();
  await title.getByText("Another title", { exact: true }).waitFor();
  await context.close();
});
