// The cost of opening the dashboard: requests, bytes, rows in the document. `make dashboard-figures` measures times.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { api, logIn, makeSite } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { ownerOf, signIn } from "../../scenes/dashboard.mjs";
import {
  ORGANIZATION_PAGES,
  SIGN_IN_PAGES,
  SITE_PAGES,
  importPages,
  isDrawn,
  scrollThrough,
  watchBytes,
} from "../../scenes/checks/dashboard_loads.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { settled } from "../../scenes/settled.mjs";

const MAX_FIRST_LOAD_BYTES = 250 * 1024;
/** The preview of the widget, in a frame that is loaded after the form. */
const MAX_PREVIEW_BYTES = 24 * 1024;
/** The limit for pages before sign-in, which are a separate document. */
const MAX_SIGN_IN_BYTES = 60 * 1024;
const PAGES = 10_000;
/** The rows of a few screens. */
const MAX_ROWS_IN_DOCUMENT = 100;

const inKiB = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(1);

const { browser, demo, end } = await openDemo();
after(end);
/** @type {Awaited<ReturnType<import("playwright-core").BrowserContext["storageState"]>>} */
let storageState;

before(async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, ownerOf(demo, "enterprise"));
  storageState = await context.storageState();
  await context.close();
});

test("the overview opens with three requests for data, and none waits for another", async () => {
  const { context, page } = await newReader(browser, { storageState });
  /** @type {string[]} */
  const asked = [];
  /** Requests after the page is shown do not belong to its load, for example whether an address is confirmed. */
  let isLoading = true;
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise((/** @type {(value?: unknown) => void} */ resolve) => void (release = resolve));
  await page.route("**/api/**", async (route) => {
    if (isLoading) asked.push(new URL(route.request().url()).pathname.replace(/^\/api\/v1\//, ""));
    // Responses are held until all requests are sent: a request that waited for another one would wait forever.
    if (asked.length === 3) release();
    await released;
    isLoading = false;
    await route.continue();
  });
  await page.goto(`${demo.listening}/sites/${demo.siteId}/overview`);
  await isDrawn(page);
  await page.getByText(/AI asks? in the last 30 minutes/).waitFor();
  // Live pages repeat their requests.
  assert.deepEqual([...new Set(asked)].sort(), [
    `analytics/${demo.siteId}/live`,
    `analytics/${demo.siteId}/overview`,
    "me",
  ]);
  await context.close();
});

test("the first load of every page, with all that it draws, stays within its bytes in the longer language", async (context) => {
  const { orgId } = ownerOf(demo, "enterprise");
  const paths = [
    "/account",
    ...SITE_PAGES.map((name) => `/sites/${demo.siteId}/${name}`),
    ...ORGANIZATION_PAGES.map((name) => `/orgs/${orgId}/${name}`),
  ];
  const sizes = new Map();
  for (const path of paths) sizes.set(path, await firstLoad(path, { storageState }));
  for (const [path, { all, ofFrames }] of sizes)
    context.diagnostic(`${path}: ${inKiB(all)} KiB${ofFrames === 0 ? "" : `, ${inKiB(ofFrames)} of them in a frame`}`);
  const tooLarge = [...sizes].filter(
    ([path, { all, ofFrames }]) =>
      all < 100 * 1024 || all - ofFrames > MAX_FIRST_LOAD_BYTES || ofFrames > MAX_PREVIEW_BYTES,
  );
  assert.deepEqual(tooLarge, []);
  assert.ok(sizes.get(`/sites/${demo.siteId}/widget`).ofFrames > 10 * 1024, "the preview counts as well");
});

test("the widget's page lists what the site has switched off, within the same bytes", async (context) => {
  const owner = await logIn(demo);
  const { config } = await api(demo, `/sites/${demo.siteId}`);
  const off = (/** @type {{ enabled: boolean }[]} */ all) =>
    all.map((one, place) => ({ ...one, enabled: place % 2 === 0 }));
  const siteId = await makeSite(demo, owner, {
    name: "Half of it off",
    origin: "https://half.example",
    config: { platforms: off(config.platforms), social: off(config.social) },
  });
  const { all, ofFrames } = await firstLoad(`/sites/${siteId}/widget`, { storageState }, async (page) => {
    for (const name of ["Claude", "LinkedIn"]) {
      const row = page.getByRole("listitem").filter({ has: page.getByRole("switch", { name, exact: true }) });
      await row.locator("svg[viewBox='0 0 24 24'] path").waitFor();
      assert.equal(await row.getByRole("switch").isChecked(), false, name);
    }
    const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    assert.deepEqual(
      asked.filter((address) => address.includes("link-registry")),
      [],
    );
  });
  context.diagnostic(`${inKiB(all)} KiB`);
  assert.ok(all - ofFrames <= MAX_FIRST_LOAD_BYTES, `${all} bytes`);
});

test("the widget's page loads its preview only after a frame with the form", async () => {
  const { context, page } = await newReader(browser, { storageState });
  await page.addInitScript(() => {
    const seen = { hasForm: false, wasDrawn: false };
    new MutationObserver((_, observer) => {
      if (!seen.hasForm && document.querySelector("form") !== null) {
        seen.hasForm = true;
        requestAnimationFrame(() => void (seen.wasDrawn = true));
      }
      if (document.querySelector("iframe") === null) return;
      observer.disconnect();
      Object.assign(globalThis, { wasFormDrawn: seen.wasDrawn });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${demo.listening}/sites/${demo.siteId}/widget`);
  await page.frameLocator("iframe").locator("askline-widget section").waitFor();
  assert.equal(await page.evaluate("wasFormDrawn"), true);
  await context.close();
});

for (const path of SIGN_IN_PAGES) {
  test(`the first load of ${path} stays within a quarter of that`, async (context) => {
    const { all: bytes } = await firstLoad(path, {});
    context.diagnostic(`${inKiB(bytes)} KiB`);
    assert.ok(bytes > 10 * 1024 && bytes <= MAX_SIGN_IN_BYTES, `${bytes} bytes`);
  });
}

/**
 * The bytes that a first visit of a page of the dashboard costs, in German.
 * @param {string} path
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {(page: import("playwright-core").Page) => Promise<void>} [look] once it is loaded
 */
async function firstLoad(path, options, look) {
  const { context, page } = await newReader(browser, { ...options, locale: "de-DE" });
  // Otherwise the page loads in advance what it may need later, which on a busy machine is before it is settled.
  await context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const bytes = await watchBytes(page);
  await page.goto(demo.listening + path);
  await page.locator("h1").first().waitFor();
  // The preview loads after the page, and counts as well.
  if (path.endsWith("/widget")) await page.frameLocator("iframe").locator("askline-widget section").waitFor();
  await settled(page);
  const loaded = bytes();
  await look?.(page);
  await context.close();
  return loaded;
}

test("ten thousand pages are reached by scrolling, and never all in the document", async () => {
  const owner = await logIn(demo);
  const origin = "https://pages.example";
  const siteId = await makeSite(demo, owner, { name: "Pages", origin, config: {} });
  assert.equal((await importPages(demo, siteId, origin, PAGES)).stored, PAGES);
  const { context, page } = await newReader(browser, { storageState });
  await page.goto(`${demo.listening}/sites/${siteId}/pages?sort=path`);
  await page.getByRole("link", { name: "/archive/page-00000" }).waitFor();
  const most = await scrollThrough(page, PAGES);
  assert.ok(most <= MAX_ROWS_IN_DOCUMENT, `${most} rows at once`);
  await page.getByRole("link", { name: `/archive/page-0${PAGES - 1}` }).waitFor();
  await context.close();
});
