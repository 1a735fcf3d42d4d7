// The widget moves nothing of its page: floating, and inline where the page keeps room for it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { newReader, openBrowser } from "./browser.mjs";
import { startCustomer } from "./customer.mjs";
import { readShift, watchShifts } from "./layout_shift.mjs";
import { FLOATING, RESERVED, UNRESERVED } from "./placed_shapes.mjs";

/** @type {Awaited<ReturnType<typeof startCustomer>>} */
let customer;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await openBrowser();
  customer = await startCustomer([FLOATING, RESERVED, UNRESERVED]);
});
after(async () => {
  await browser?.close();
  await customer?.end();
});

/** @param {import("./page_shapes.mjs").Shape} shape @param {number} width */
async function shiftOf(shape, width) {
  const { context, page } = await newReader(browser, { viewport: { width, height: 720 } });
  await watchShifts(page);
  await page.goto(customer.pages.origin + shape.path);
  const shift = await readShift(page);
  await context.close();
  return shift;
}

for (const shape of [FLOATING, RESERVED]) {
  for (const width of [375, 1200]) {
    test(`${shape.name}, at ${width} pixels, nothing of the page moves`, async () => {
      assert.equal(await shiftOf(shape, width), 0);
    });
  }
}

test("where the page keeps no room the same meter sees it move", async () => {
  assert.ok((await shiftOf(UNRESERVED, 1200)) > 0);
});
