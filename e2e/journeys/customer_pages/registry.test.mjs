// Every platform of the link registry, as a button on a page.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ROOT, becomes } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { startCustomer } from "../../scenes/pages/customer.mjs";

const { services } = JSON.parse(await readFile(join(ROOT, "crates/domain/data/services.json"), "utf8"));
const platforms = services
  .filter((/** @type {{ link?: object }} */ { link }) => link !== undefined)
  .map((/** @type {{ id: string, name: string, link: object }} */ { id, name, link }) => ({ id, name, ...link }));

/** @type {import("../../scenes/pages/page_shapes.mjs").Shape} */
const SHAPE = {
  name: "every platform",
  path: "/every",
  config: { platforms: platforms.map((/** @type {{ id: string }} */ { id }) => ({ id, enabled: true })), social: [] },
  html: ({ tag }) =>
    `<!doctype html><html lang="en"><title>Every platform</title><article>A text.</article>${tag()}</html>`,
};

/** @type {Awaited<ReturnType<typeof startCustomer>>} */
let customer;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await openBrowser();
  customer = await startCustomer([SHAPE]);
});
after(async () => {
  await browser?.close();
  await customer?.end();
});

test("each platform opens at its own host, with the prompt in its address or on the clipboard, and is counted once", async () => {
  const { context, page, problems } = await newReader(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: customer.pages.origin });
  const address = customer.pages.origin + SHAPE.path;
  await page.goto(address);
  const widget = page.locator("askline-widget");
  const links = widget.locator(".ai a");
  await links.first().waitFor();
  // The card shows four. The list next to the first one has all, and can be filtered by a part of the name.
  assert.equal(await links.count(), 4);
  const listed = async (/** @type {string} */ name) => {
    await widget.locator(".split button").click();
    const field = widget.getByRole("searchbox");
    await field.fill(name);
    return widget.getByRole("menuitem", { name, exact: false }).first();
  };
  for (const [place, { id, name, strategy, copiesPrompt, urlTemplate, maxUrlBytes }] of platforms.entries()) {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    const link = place < 4 ? links.nth(place) : await listed(name);
    const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
    await opened.waitForURL(/^https:/);
    const { host, search, href } = new URL(opened.url());
    await opened.close();
    await page.bringToFront();
    assert.equal(host, new URL(urlTemplate).host, id);
    assert.ok(href.length <= maxUrlBytes, `${id}: ${href.length} bytes`);
    const clipboard = await page.evaluate(() => navigator.clipboard.readText());
    const [carries, other] = strategy === "prefill" ? [decodeURIComponent(search), clipboard] : [clipboard, search];
    assert.ok(carries.includes(address), `${id} is not told the page: ${carries}`);
    if (copiesPrompt === true) assert.ok(other.includes(address), `${id}: the prompt is not on the clipboard`);
    else assert.equal(other, "", `${id} is told twice`);
  }
  const counts = async () => (await customer.figuresOf(SHAPE)).platforms;
  const sum = async () =>
    Object.values(await counts()).reduce((/** @type {number} */ total, value) => total + Number(value), 0);
  await becomes(sum, platforms.length);
  assert.deepEqual(
    Object.values(await counts()).filter((value) => value !== 1),
    [],
  );
  assert.deepEqual(problems, []);
  await context.close();
});
