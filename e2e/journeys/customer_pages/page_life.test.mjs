// The widget while a page is open: changing pages, old browsers, blocked networks, other scripts.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { api, becomes } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { startCustomer } from "../../scenes/pages/customer.mjs";
import { SEVERAL, SHAPES } from "../../scenes/pages/page_shapes.mjs";
import { openSettled } from "../../scenes/settled.mjs";

/** @param {string} path */
const shapeAt = (path) =>
  /** @type {import("../../scenes/pages/page_shapes.mjs").Shape} */ (SHAPES.find((shape) => shape.path === path));

/** @type {import("../../scenes/pages/page_shapes.mjs").Shape} */
const OLD_LIBRARY = {
  name: "an old library",
  path: "/old-library",
  config: { platforms: [{ id: "chatgpt", enabled: true }] },
  html: ({ tag }) => `<!doctype html><html lang="en"><title>Old</title><article>Text</article><script>
    Object.prototype.extend = function () { return this; };
    Array.prototype.each = function () {};
    Array.from = function (list) { return [].slice.call(list); };
    addEventListener("load", function () { window.fetch = undefined; Storage.prototype.setItem = null; Element.prototype.matches = null; });
    </script>${tag()}</html>`,
};

/**
 * A page whose second widget file is missing, one that is left before it arrives, and one whose origin the owner forgot
 * to allow.
 */
const [GONE, LEFT, FORGOTTEN] = ["/second-gone", "/second-late", "/forgotten-origin"].map(
  (path) =>
    /** @type {import("../../scenes/pages/page_shapes.mjs").Shape} */ ({
      name: path,
      path,
      config: { platforms: [{ id: "chatgpt", enabled: true }] },
      html: ({ tag }) => `<!doctype html><html lang="en"><title>Bread</title><article>Text</article>${tag()}</html>`,
    }),
);

/** @type {Awaited<ReturnType<typeof startCustomer>>} */
let customer;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await openBrowser();
  customer = await startCustomer([...SHAPES, SEVERAL, OLD_LIBRARY, GONE, LEFT, FORGOTTEN]);
});
after(async () => {
  await browser?.close();
  await customer?.end();
});

/** The figures of each path, as the owner reads them. */
async function paths(/** @type {import("../../scenes/pages/page_shapes.mjs").Shape} */ shape) {
  const { items } = await api(customer.demo, `/analytics/${customer.siteOf(shape)}/pages?days=1`);
  return Object.fromEntries(items.map((/** @type {any} */ { path, views, aiClicks }) => [path, { views, aiClicks }]));
}

describe("a page that scripts change", () => {
  test("each view is counted under its own path and has the widget, and presses count for the view they were made on", async () => {
    const app = shapeAt("/app");
    const { context, page, problems } = await newReader(browser);
    await page.goto(`${customer.pages.origin}/app`);
    const widget = page.locator("#view askline-widget");
    await widget.waitFor();
    await becomes(() => paths(app), { "/app": { views: 1, aiClicks: 0 } });
    await page.getByRole("link", { name: "One" }).click();
    await page.getByText("This is One.").waitFor();
    await widget.waitFor();
    await becomes(() => paths(app), { "/app": { views: 1, aiClicks: 0 }, "/app/one": { views: 1, aiClicks: 0 } });
    await widget.getByText("Ask AI", { exact: true }).click();
    const [opened] = await Promise.all([context.waitForEvent("page"), widget.locator(".ai a").first().click()]);
    await opened.waitForURL(/^https:/);
    assert.ok(decodeURIComponent(opened.url()).includes(`${customer.pages.origin}/app/one`), opened.url());
    await opened.close();
    await page.goBack();
    await page.getByText("This is Front.").waitFor();
    await widget.waitFor();
    await becomes(() => paths(app), { "/app": { views: 2, aiClicks: 0 }, "/app/one": { views: 1, aiClicks: 1 } });
    assert.equal(await page.locator("askline-widget").count(), 1);
    assert.deepEqual(problems, []);
    await context.close();
  });
});

describe("a browser or a page with habits of its own", () => {
  test("without constructed sheets, under a policy of nonces, the style element gets the page's nonce and counts", async () => {
    const { context, page, problems } = await newReader(browser);
    await page.addInitScript(() => Object.assign(globalThis, { CSSStyleSheet: undefined }));
    await page.goto(`${customer.pages.origin}/shop-nonce`);
    const card = page.locator("askline-widget .card");
    await card.waitFor();
    assert.equal(await card.evaluate((node) => getComputedStyle(node).display), "grid");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("a page whose library changed what all scripts share gets a whole widget, which counts", async () => {
    const { context, page } = await newReader(browser);
    await page.goto(`${customer.pages.origin}/old-library`);
    const link = page.locator("askline-widget .ai a");
    const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
    await opened.close();
    await becomes(async () => (await customer.figuresOf(OLD_LIBRARY)).platforms, { chatgpt: 1 });
    await context.close();
  });

  test("several widgets stand on one page, and the page is counted once", async () => {
    const { context, page, problems } = await newReader(browser);
    await page.goto(`${customer.pages.origin}/several`);
    for (const place of ["#one", "#two"]) await page.locator(`${place} askline-widget .ai a`).waitFor();
    const [opened] = await Promise.all([context.waitForEvent("page"), page.locator("#two .ai a").click()]);
    await opened.close();
    await becomes(() => paths(SEVERAL), { "/several": { views: 1, aiClicks: 1 } });
    assert.deepEqual(problems, []);
    await context.close();
  });
});

describe("a network that lets nothing through", () => {
  for (const [what, blocked] of /** @type {[string, RegExp][]} */ ([
    ["the script is", /widget\.js/],
    ["the configuration is", /\/config\?language=/],
    ["the intake of events is", /\/events/],
  ])) {
    test(`where ${what} blocked, the page goes on, and nothing is thrown into it`, async () => {
      const { context, page, problems } = await newReader(browser);
      await context.route(blocked, (route) => route.abort());
      await openSettled(page, `${customer.pages.origin}/article`);
      const shown = await page.locator("askline-widget").count();
      assert.equal(shown, blocked.test("/events") ? 1 : 0);
      // Without the widget's own paragraphs, which a locator finds as well.
      assert.equal(await page.evaluate("document.querySelectorAll('article p').length"), 30);
      // The browser's own message about the request that it blocked.
      assert.deepEqual(
        problems.filter((text) => !text.includes("ERR_FAILED")),
        [],
      );
      await context.close();
    });
  }

  test("if the second file no longer exists, the view and a link that is followed are counted, once", async () => {
    const { context, page } = await newReader(browser);
    await context.route(/\/widget\/rest-/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${customer.pages.origin}${GONE.path}`);
    await becomes(() => paths(GONE), { [GONE.path]: { views: 1, aiClicks: 0 } });
    const [opened] = await Promise.all([context.waitForEvent("page"), page.locator("askline-widget .ai a").click()]);
    await opened.close();
    await becomes(() => paths(GONE), { [GONE.path]: { views: 1, aiClicks: 1 } });
    await context.close();
  });

  test("a page that is left before the second file has come is viewed once", async () => {
    const { context, page } = await newReader(browser);
    await context.route(/\/widget\/rest-/, () => undefined);
    await page.goto(`${customer.pages.origin}${LEFT.path}`);
    await page.locator("askline-widget .ai a").waitFor();
    await page.goto("about:blank");
    await becomes(() => paths(LEFT), { [LEFT.path]: { views: 1, aiClicks: 0 } });
    await context.close();
  });
});

test("where the service takes no events from a page's origin, its console says so once, with what to do", async () => {
  const { context, page, problems } = await newReader(browser);
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => {
    if (message.type() === "warning") said.push(message.text());
  });
  const { origin } = new URL(customer.pages.origin.replace("127.0.0.1", "localhost"));
  await page.goto(origin + FORGOTTEN.path);
  await becomes(
    async () => said,
    [`Askline: this site accepts no events from ${origin}. Add it to the site's allowed origins in the dashboard.`],
  );
  const answered = page.waitForResponse(/\/api\/v1\/events/);
  const [opened] = await Promise.all([context.waitForEvent("page"), page.locator("askline-widget .ai a").click()]);
  await opened.close();
  await answered;
  // By the next frame, the handlers of the response have run.
  await page.evaluate("new Promise(requestAnimationFrame)");
  assert.equal(said.length, 1);
  assert.deepEqual(await paths(FORGOTTEN), {});
  assert.deepEqual(problems, []);
  await context.close();
});
