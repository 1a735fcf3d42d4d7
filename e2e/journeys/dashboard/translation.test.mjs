// The dashboard under a browser's translation.

import assert from "node:assert/strict";
import { after } from "node:test";
import { isDeepStrictEqual } from "node:util";

import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, unexpected } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { openSettled, settled } from "../../scenes/settled.mjs";
import { figuresOf, textsOf, translate } from "../../scenes/translation.mjs";

const { test } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

/** @typedef {import("playwright-core").Page} Page */

/** Pages that the side bar links to, by the end of their address; `true`: with a choice of the period. */
const SITE_PAGES = {
  overview: true,
  pages: true,
  questions: true,
  citations: true,
  crawlers: true,
  live: false,
  widget: false,
  prompts: false,
  rules: false,
  settings: false,
};
const ORGANIZATION_TABS = ["keys", "webhooks", "notifications", "members", "credits", "audit", "settings"];

/**
 * Follows a link of the page, as a click does.
 * @param {Page} page
 * @param {string} path where the link leads
 */
async function follow(page, path) {
  await page.locator(`a[href^="${path}"]`).first().click();
  await page.waitForURL((url) => url.pathname === path);
  await settled(page);
}

test("a translated page shows after every change what a fresh load shows, and nothing fails", async () => {
  const { context, page, problems } = await newReader(browser);
  const fresh = await context.newPage();
  const expectSame = async () => {
    await openSettled(fresh, page.url());
    const where = new URL(page.url()).pathname + new URL(page.url()).search;
    // What comes after the page's own figures may come later in one of the two. A text that stays old never becomes the same.
    for (let look = 0; look < 20 && !isDeepStrictEqual(await textsOf(page), await textsOf(fresh)); look += 1)
      for (const one of [page, fresh]) await settled(one);
    assert.deepEqual(await textsOf(page), await textsOf(fresh), where);
    assert.deepEqual(await figuresOf(page), [], `${where}: figures that a translation changes`);
  };
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/overview`, owner);
  await settled(page);
  await translate(page);
  await expectSame();
  for (const [name, hasPeriod] of Object.entries(SITE_PAGES)) {
    await follow(page, `/sites/${demo.siteId}/${name}`);
    await expectSame();
    if (!hasPeriod) continue;
    for (const days of ["90 days", "7 days"]) {
      await page
        .getByRole("group", { name: "Period" })
        .getByRole("link", { name: `¤${days}` })
        .click();
      await settled(page);
      await expectSame();
    }
  }
  await page.getByRole("link", { name: "¤Organization" }).click();
  await page.getByRole("navigation", { name: "Organization" }).waitFor();
  for (const name of ORGANIZATION_TABS) {
    await follow(page, `/orgs/${owner.orgId}/${name}`);
    await expectSame();
  }
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
