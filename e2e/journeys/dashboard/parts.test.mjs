// Parts of a page that are loaded later. A part that did not arrive shows an error, and is loaded at the next click.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { signIn } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { browser, demo, owner, end } = await openDemo();
after(end);

/**
 * The overview, opened while a part of it cannot be fetched.
 * @param {RegExp} file
 */
async function openWithout(file) {
  const { context, page } = await newReader(browser);
  await context.route(file, (route) => route.abort("internetdisconnected"));
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/overview`, owner);
  await page.getByRole("region", { name: "AI loop" }).waitFor();
  return { context, page };
}

const isMissing = "This part of the page could not be loaded";

test("a menu whose part did not come opens at the next press, once the connection is back", async () => {
  const { context, page } = await openWithout(/\/assets\/SwitcherChoices-[^/]+\.js$/);
  const switcher = page.getByRole("navigation", { name: "Main" }).locator("button[aria-haspopup=menu]").last();
  await switcher.click();
  await page.getByRole("alert").filter({ hasText: isMissing }).waitFor();
  assert.equal(await switcher.getAttribute("aria-expanded"), "false");
  assert.ok(await page.getByRole("region", { name: "AI loop" }).isVisible(), "the page stays");
  await context.unrouteAll();
  await switcher.click();
  await page.getByRole("menuitem").first().waitFor();
  assert.equal(await page.getByRole("alert").filter({ hasText: isMissing }).count(), 0);
  await context.close();
});

test("a dialog whose part did not come opens by its own button to try again", async () => {
  const { context, page } = await openWithout(/\/assets\/Palette-[^/]+\.js$/);
  await page.keyboard.press("Control+k");
  const alert = page.getByRole("alert").filter({ hasText: isMissing });
  await alert.waitFor();
  await alert.getByRole("button", { name: "Try again" }).click();
  await alert.waitFor();
  await context.unrouteAll();
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog", { name: "Search pages, sites and actions" }).waitFor();
  await context.close();
});
