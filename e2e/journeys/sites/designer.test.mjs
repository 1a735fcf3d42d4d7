// A designer without a mouse changes the widget, publishes it, and undoes the change. They see changes next to the
// form, then on the page.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { becomes, startNewDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, signIn, unexpected } from "../../scenes/dashboard.mjs";
import { INPUT_DEVICES } from "../../scenes/input_devices.mjs";

const [, keyboard] =
  /** @type {[import("../../scenes/input_devices.mjs").InputDevice, import("../../scenes/input_devices.mjs").InputDevice]} */ (
    INPUT_DEVICES
  );

/** @type {Awaited<ReturnType<typeof startNewDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startNewDemo({ ASKLINE_LIMITS__CONFIG_PER_MINUTE: "0" })]);
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

const layout = async () =>
  (await (await fetch(`${demo.listening}/api/v1/sites/${demo.siteId}/config`)).json()).data.config.theme.layout;

test("by keyboard alone a change is seen, published, met on a page, and taken back by restoring a version", async () => {
  const { context, page, problems } = await newReader(browser, { viewport: { width: 1440, height: 900 } });
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/widget`, ownerOf(demo, "enterprise"));
  const preview = page.frameLocator("iframe").locator("askline-widget");
  await preview.locator("section").first().waitFor();
  const before = await layout();
  assert.notEqual(before, "bar");

  const layouts = page.getByRole("radiogroup", { name: "Layout" });
  const bar = layouts.getByRole("radio", { name: "Bar" });
  for (
    let stops = 0;
    stops < 120 && !(await layouts.evaluate((group) => group.contains(document.activeElement)));
    stops += 1
  )
    await page.keyboard.press("Tab");
  // Arrows move along the choices, and the space bar selects one.
  for (
    let presses = 0;
    presses < 8 && !(await bar.evaluate((choice) => choice === document.activeElement));
    presses += 1
  )
    await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  assert.ok(await bar.isChecked());
  await preview.locator("section.bar").waitFor();
  assert.equal(await layout(), before, "nothing reaches readers before it is published");
  await keyboard.press(page.getByRole("button", { name: "Publish 1 change" }));
  await page.getByText("Published.").waitFor();
  const met = async (/** @type {string} */ name) => {
    const reader = await newReader(browser);
    await reader.page.goto(demo.demoPage);
    await reader.page.locator(`askline-widget section.${name}`).waitFor();
    await reader.context.close();
  };
  await met("bar");

  await keyboard.press(page.getByRole("button", { name: "Versions" }));
  const sheet = page.getByRole("dialog", { name: "Versions" });
  await keyboard.press(sheet.getByRole("button", { name: /^Restore version/ }).first());
  await sheet.waitFor({ state: "detached" });
  await becomes(layout, before);
  await met(before);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
