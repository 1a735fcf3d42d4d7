// The dashboard of the real binary in a real browser.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startDemo } from "./askline.mjs";
import { newReader, openBrowser } from "./browser.mjs";
import { ownerOf, signIn, unexpected, violations } from "./dashboard.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof ownerOf>} */
let owner;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0" })]);
  owner = ownerOf(demo, "enterprise");
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

const keysAddress = () => `${demo.listening}/orgs/${owner.orgId}/keys`;

test("what an address names and nobody may see is a page with a way back", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  const foreign = ownerOf(demo, "pro");
  for (const path of ["/sites/site_nothing/overview", `/orgs/${foreign.orgId}/keys`]) {
    await page.goto(demo.listening + path);
    await page.getByText("There is nothing here").waitFor();
    await page.getByRole("link", { name: "To the start" }).waitFor();
  }
  await context.close();
});

describe("axe finds nothing", () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`on any page in ${colorScheme}`, async () => {
      const { context, page } = await newReader(browser, { colorScheme });
      await page.goto(`${demo.listening}/login`);
      await page.getByLabel("E-mail").waitFor();
      assert.deepEqual(await violations(page), [], "/login");
      await signIn(page, keysAddress(), owner);
      for (const path of [`/orgs/${owner.orgId}/keys`, `/orgs/${owner.orgId}/sites`, "/account", ...["overview", "pages", "questions"].map((name) => `/sites/${demo.siteId}/${name}`)]) {
        await page.goto(demo.listening + path, { waitUntil: "networkidle" });
        await page.getByRole("heading", { level: 1 }).waitFor();
        assert.deepEqual(await violations(page), [], path);
      }
      await page.goto(keysAddress());
      await page.getByRole("button", { name: "Create key" }).first().click();
      await page.getByRole("dialog").waitFor();
      assert.deepEqual(await violations(page), [], "the form of a key");
      await context.close();
    });
  }
});
