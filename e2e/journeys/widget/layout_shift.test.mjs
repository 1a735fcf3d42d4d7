// The widget does not shift the content of its page. This holds for a floating widget, and for an inline one
// on a page that reserves space for it.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { startCustomer } from "../../scenes/pages/customer.mjs";
import { readShift, watchShifts } from "../../scenes/checks/layout_shift.mjs";
import { FLOATING, RESERVED, RESERVED_MENU, UNRESERVED } from "../../scenes/pages/placed_shapes.mjs";

const { test, cell } = journeysOf(import.meta.url);

/** @type {Awaited<ReturnType<typeof startCustomer>>} */
let customer;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await openBrowser();
  customer = await startCustomer([FLOATING, RESERVED, RESERVED_MENU, UNRESERVED]);
});
after(async () => {
  await browser?.close();
  await customer?.end();
});

/**
 * How far the page jumps, and how much more space the widget takes than was reserved for it.
 * @param {import("../../scenes/pages/page_shapes.mjs").Shape} shape
 * @param {number} width
 */
async function movedBy(shape, width) {
  const { context, page } = await newReader(browser, { viewport: { width, height: 720 } });
  await watchShifts(page);
  await page.goto(customer.pages.origin + shape.path);
  const shift = await readShift(page);
  const growth = await page
    .locator("#ask")
    .evaluate((place) => place.getBoundingClientRect().height - (parseFloat(getComputedStyle(place).minHeight) || 0));
  await context.close();
  return { shift, growth };
}

for (const shape of [FLOATING, RESERVED, RESERVED_MENU]) {
  for (const width of [320, 340, 360, 375, 388, 650, 700, 1200]) {
    cell(`${shape.name} as the documentation says, at ${width} pixels: no part of the page moves`, async () => {
      assert.deepEqual(await movedBy(shape, width), { shift: 0, growth: 0 });
    });
  }
}

test("where the page keeps no room the same meter sees it move", async () => {
  const { shift, growth } = await movedBy(UNRESERVED, 1200);
  assert.ok(shift > 0 && growth > 0, `${shift}, ${growth}`);
});
