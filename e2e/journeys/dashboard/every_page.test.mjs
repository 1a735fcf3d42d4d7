// The dashboard of the real binary in a real browser.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { api, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { ORGANIZATION_PAGES, SITE_PAGES } from "../../scenes/checks/dashboard_loads.mjs";
import { tooWide, writeWidest } from "../../scenes/checks/too_wide.mjs";
import { ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { openSettled } from "../../scenes/settled.mjs";

const { test, cell } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

const keysAddress = () => `${demo.listening}/orgs/${owner.orgId}/keys`;

test("an address that the person may not see is a page with a link back", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  const foreign = ownerOf(demo, "pro");
  const { token, orgId } = await logIn(demo);
  const site = await api(demo, `/sites?orgId=${orgId}`, {
    bearer: token,
    method: "POST",
    body: { domain: "gone.example" },
  });
  await api(demo, `/sites/${site.id}`, { bearer: token, method: "DELETE", body: { name: site.name } });
  for (const path of [
    "/sites/site_nothing/overview",
    `/orgs/${foreign.orgId}/keys`,
    `/sites/${site.id}/overview`,
    `/sites/${site.id}/citations`,
  ]) {
    await page.goto(demo.listening + path);
    await page.getByText("Page not found").waitFor();
    await page.getByRole("link", { name: "Go to dashboard" }).waitFor();
  }
  await context.close();
});

test("figures that the lost connection keeps away are asked for again when it is back, and old ones stay", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/overview`, owner);
  const { totals } = await api(demo, `/analytics/${demo.siteId}/overview?days=30`);
  const asks = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "AI asks", exact: true }) })
    .getByText(String(totals.asks), { exact: true });
  await asks.waitFor();
  await context.setOffline(true);
  await page.getByText("You’re offline.").waitFor();
  await page.getByRole("group", { name: "Period" }).getByRole("link", { name: "7 days" }).click();
  await page.waitForURL(/days=7/);
  assert.equal(await page.getByRole("heading", { name: "Overview", level: 1 }).count(), 1);
  await context.setOffline(false);
  await page.getByText("You’re offline.").waitFor({ state: "detached" });
  const week = await api(demo, `/analytics/${demo.siteId}/overview?days=7`);
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "AI asks", exact: true }) })
    .getByText(String(week.totals.asks), { exact: true })
    .waitFor();
  await context.close();
});

test("a question that was on its way when the connection came back, and fails after that, is asked again", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/overview`, owner);
  await page.getByRole("region", { name: "AI loop" }).waitFor();
  /** @type {(route: import("playwright-core").Route) => void} */
  let hold = () => {};
  const held = new Promise(
    (/** @type {(route: import("playwright-core").Route) => void} */ resolve) => void (hold = resolve),
  );
  // Only the first request is held; a second one gets a response.
  await page.route(/\/overview\?days=7\b/, hold, { times: 1 });
  await context.setOffline(true);
  await page.getByText("You’re offline.").waitFor();
  await page.getByRole("group", { name: "Period" }).getByRole("link", { name: "7 days" }).click();
  const route = await held;
  await context.setOffline(false);
  await page.getByText("You’re offline.").waitFor({ state: "detached" });
  await route.abort("internetdisconnected");
  const week = await api(demo, `/analytics/${demo.siteId}/overview?days=7`);
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "AI asks", exact: true }) })
    .getByText(String(week.totals.asks), { exact: true })
    .waitFor();
  await context.close();
});

test("an overview that cannot be shown keeps its site, and the filter that is wrong can be taken away", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  await page.goto(`${demo.listening}/sites/${demo.siteId}/overview?platform=nothing_like_it`);
  await page.getByText("Couldn’t load this").waitFor();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Remove filter: assistant" }).click();
  await page.getByRole("region", { name: "AI loop" }).waitFor();
  await context.close();
});

/** Phones, the narrowest window in which the side bar is next to the page, tablets, and a desktop. */
const WIDTHS = [360, 390, 640, 768, 900, 1280];
for (const locale of ["en-GB", "de-DE"]) {
  cell(`no page scrolls sideways and no table is wider than its card, in ${locale}`, async () => {
    // Sessions in other browsers can be ended, which needs a column of buttons.
    await api(demo, "/auth/login", { method: "POST", body: { email: owner.email, password: owner.password } });
    const { context, page } = await newReader(browser, { locale });
    await signIn(page, keysAddress(), owner);
    /** @type {string[]} */
    const found = [];
    for (const path of [
      "/account",
      ...SITE_PAGES.map((name) => `/sites/${demo.siteId}/${name}`),
      ...ORGANIZATION_PAGES.map((name) => `/orgs/${owner.orgId}/${name}`),
    ]) {
      await openSettled(page, demo.listening + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await writeWidest(page);
        await page.evaluate(
          () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
        );
        for (const what of await tooWide(page)) found.push(`${path} at ${width} px: ${what}`);
      }
    }
    assert.deepEqual(found, []);
    await context.close();
  });
}

describe("axe finds nothing", () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    cell(`on any page in ${colorScheme}`, async () => {
      const { context, page } = await newReader(browser, { colorScheme });
      await page.goto(`${demo.listening}/login`);
      await page.getByLabel("Email").waitFor();
      assert.deepEqual(await violations(page), [], "/login");
      await signIn(page, keysAddress(), owner);
      for (const path of [
        `/orgs/${owner.orgId}/keys`,
        `/orgs/${owner.orgId}/sites`,
        "/account",
        ...["overview", "pages", "questions"].map((name) => `/sites/${demo.siteId}/${name}`),
      ]) {
        await openSettled(page, demo.listening + path);
        await page.getByRole("heading", { level: 1 }).waitFor();
        assert.deepEqual(await violations(page), [], path);
      }
      await page.goto(keysAddress());
      await page.getByRole("button", { name: "Create key" }).first().click();
      await page.getByRole("dialog").waitFor();
      assert.deepEqual(await violations(page), [], "the form of a key");
      await page.getByLabel("Name").fill("Typed before the end");
      await context.clearCookies();
      await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
      await page.getByRole("dialog").filter({ hasText: "Your session has ended" }).waitFor();
      assert.deepEqual(await violations(page), [], "a session that ended");
      await signIn(page, `${demo.listening}/sites/${demo.siteId}/live`, owner);
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
      assert.deepEqual(await violations(page), [], "the keys");
      await page.goto(`${demo.listening}/sites/site_nothing/overview`);
      await page.getByText("Page not found").waitFor();
      assert.deepEqual(await violations(page), [], "what is not there");
      await page.setViewportSize({ width: 390, height: 844 });
      await openSettled(page, `${demo.listening}/sites/${demo.siteId}/citations`);
      assert.deepEqual(await violations(page), [], "the citations on a phone");
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("dialog", { name: "More" }).waitFor();
      assert.deepEqual(await violations(page), [], "a phone's pages");
      await context.close();
    });
  }
});
