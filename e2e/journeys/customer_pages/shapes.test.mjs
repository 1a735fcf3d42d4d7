// Pages of every shape: each button works, and each click is counted once. The pages are on their own origin.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { startCustomer } from "../../scenes/pages/customer.mjs";
import { SHAPES } from "../../scenes/pages/page_shapes.mjs";

/** @type {Awaited<ReturnType<typeof startCustomer>>} */
let customer;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await openBrowser();
  customer = await startCustomer();
});
after(async () => {
  await browser?.close();
  await customer?.end();
});

/** Adds a share sheet that records what is passed to it, because browsers on a desktop may have none. */
const withShareSheet = () => {
  /** @type {unknown[]} */
  const handed = [];
  Object.assign(globalThis, { handed });
  Object.defineProperty(navigator, "share", {
    configurable: true,
    value: async (/** @type {unknown} */ what) => void handed.push(what),
  });
};

/**
 * A reader on a shape, with its widget open.
 * @param {import("../../scenes/pages/page_shapes.mjs").Shape} shape
 */
async function visit(shape) {
  const reader = await newReader(browser);
  await reader.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: customer.pages.origin });
  await reader.page.addInitScript(withShareSheet);
  /** @type {string[]} */
  const sent = [];
  reader.page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/events")) {
      sent.push(
        ...JSON.parse(request.postData() ?? "{}").events.map(
          (/** @type {{ eventId: string }} */ { eventId }) => eventId,
        ),
      );
    }
  });
  await reader.page.goto(customer.pages.origin + shape.path);
  const widget = reader.page.locator("askline-widget");
  await widget.waitFor();
  const opener = widget.locator(".opener");
  if (await opener.count()) await opener.click();
  await widget.locator(".ai a").first().waitFor();
  return { ...reader, widget, sent };
}

/**
 * Clicks a link and returns the address of the tab that opened.
 * @param {Awaited<ReturnType<typeof visit>>} reader
 * @param {import("playwright-core").Locator} link
 */
async function follow({ context, page }, link) {
  const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await opened.waitForURL(/^https:/);
  const address = new URL(opened.url());
  await opened.close();
  await page.bringToFront();
  return address;
}

/** @param {import("playwright-core").Page} page */
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

/**
 * Clicks everything that the payload names, once, and checks where each click leads.
 * @param {Awaited<ReturnType<typeof visit>>} reader
 * @param {any} payload
 * @param {string} address of the page
 */
async function pressEverything(reader, payload, address) {
  const { page, widget } = reader;
  const own = payload.config.customPlatforms.map((/** @type {any} */ one) => ({ ...one, strategy: "prefill" }));
  const platforms = [...payload.registry, ...own];
  assert.equal(await widget.locator(".ai a").count(), platforms.length);
  for (const [place, { id, strategy, urlTemplate }] of platforms.entries()) {
    const opened = await follow(reader, widget.locator(".ai a").nth(place));
    assert.equal(opened.host, new URL(urlTemplate).host, id);
    const carries = strategy === "prefill" ? decodeURIComponent(opened.search) : await copied(page);
    assert.ok(carries.includes(address), `${id} is not told the page: ${carries}`);
  }
  for (const [place, { text }] of payload.config.questions.items.entries()) {
    const opened = await follow(reader, widget.locator(".qs a").nth(place));
    assert.equal(opened.host, new URL(platforms[0].urlTemplate).host);
    const asked = decodeURIComponent(opened.search);
    assert.ok(asked.includes(text) && asked.includes(address), asked);
  }
  for (const [place, { id, urlTemplate }] of payload.shareTargets.entries()) {
    const control = widget.locator(`.card [data-do="shares ${place}"]`);
    if (urlTemplate.startsWith("https:")) {
      const opened = await follow(reader, control);
      assert.equal(opened.host, new URL(urlTemplate).host, id);
      assert.ok(decodeURIComponent(opened.search).includes(address), id);
    } else {
      if (urlTemplate) assert.match((await control.getAttribute("href")) ?? "", /^mailto:\?subject=.*http/);
      await control.click();
      await page.bringToFront();
    }
  }
  assert.deepEqual(await page.evaluate("handed"), [{ title: await page.title(), url: address }]);
  const [link, markdown] = [widget.locator(".card [data-do=link]"), widget.locator(".card [data-do=page]")];
  await link.click();
  assert.equal(await copied(page), address);
  await markdown.click();
  await becomes(async () => (await copied(page)).startsWith("# "), true);
  assert.ok((await copied(page)).includes(address));
}

/** The figures after everything was clicked once. */
const onceEach = (/** @type {any} */ { registry, shareTargets, config }) => {
  const ones = (/** @type {string[]} */ names) => Object.fromEntries(names.map((name) => [name, 1]));
  const ids = (/** @type {{ id: string }[]} */ list) => list.map(({ id }) => id);
  return {
    platforms: ones([...ids(registry), ...ids(config.customPlatforms)]),
    networks: ones(ids(shareTargets)),
    questions: ones(config.questions.items.map((/** @type {{ text: string }} */ { text }) => text)),
    copies: 2,
    views: 1,
  };
};

describe("on a page of each shape", () => {
  for (const shape of SHAPES) {
    test(`${shape.name}: each button does what it says, and is counted once`, async () => {
      const reader = await visit(shape);
      const payload = await customer.payloadOf(shape);
      await pressEverything(reader, payload, customer.pages.origin + shape.path);
      const expected = onceEach(payload);
      const figures = async () => {
        const { platforms, networks, questions, copies, views } = await customer.figuresOf(shape);
        return {
          platforms: sorted(platforms),
          networks: sorted(networks),
          questions: sorted(questions),
          copies,
          views,
        };
      };
      const { platforms, networks, questions } = expected;
      await becomes(figures, {
        ...expected,
        platforms: sorted(platforms),
        networks: sorted(networks),
        questions: sorted(questions),
      });
      assert.equal(new Set(reader.sent).size, reader.sent.length, "an event was sent twice");
      assert.deepEqual(reader.problems, []);
      await reader.context.close();
    });
  }
});

/** @param {Record<string, unknown>} counts */
function sorted(counts) {
  return Object.fromEntries(Object.entries(counts).sort(([one], [other]) => (one < other ? -1 : 1)));
}
