// The cost of opening the dashboard: requests, bytes, rows in the document. `make dashboard-figures` measures times.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { logIn, makeSite, startDemo } from "./askline.mjs";
import { newReader, openBrowser } from "./browser.mjs";
import { ownerOf, signIn } from "./dashboard.mjs";
import { importPages, isDrawn, scrollThrough, watchBytes } from "./dashboard_loads.mjs";

const FIRST_LOAD_BYTES_MOST = 250 * 1024;
const PAGES = 10_000;
/** A few screens of rows. */
const ROWS_IN_DOCUMENT_MOST = 100;

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<import("playwright-core").BrowserContext["storageState"]>>} */
let storageState;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0" })]);
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, ownerOf(demo, "enterprise"));
  storageState = await context.storageState();
  await context.close();
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

test("the overview opens with three requests for data, and none waits for another", async () => {
  const { context, page } = await newReader(browser, { storageState });
  /** @type {string[]} */
  const asked = [];
  /** Requests after the page is shown, such as whether an address is to be confirmed, do not belong to its load. */
  let isLoading = true;
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise((/** @type {(value?: unknown) => void} */ resolve) => void (release = resolve));
  await page.route("**/api/**", async (route) => {
    if (isLoading) asked.push(new URL(route.request().url()).pathname.replace(/^\/api\/v1\//, ""));
    // Nothing is answered until all requests are sent: a request that waits for another would wait forever.
    if (asked.length === 3) release();
    await released;
    isLoading = false;
    await route.continue();
  });
  await page.goto(`${demo.listening}/sites/${demo.siteId}/overview`);
  await isDrawn(page);
  await page.getByText(/AI asks? in the last 30 minutes/).waitFor();
  // Live pages repeat their requests.
  assert.deepEqual([...new Set(asked)].sort(), [`analytics/${demo.siteId}/live`, `analytics/${demo.siteId}/overview`, "me"]);
  await context.close();
});

test("the first load of the overview, with all that it draws, stays within its bytes", async () => {
  const { context, page } = await newReader(browser, { storageState });
  const bytes = await watchBytes(page);
  await page.goto(`${demo.listening}/sites/${demo.siteId}/overview`, { waitUntil: "networkidle" });
  await isDrawn(page);
  assert.ok(bytes() > 100 * 1024 && bytes() <= FIRST_LOAD_BYTES_MOST, `${bytes()} bytes`);
  await context.close();
});

test("ten thousand pages are reached by scrolling, and never all in the document", async () => {
  const owner = await logIn(demo);
  const origin = "https://pages.example";
  const siteId = await makeSite(demo, owner, { name: "Pages", origin, config: {} });
  assert.equal((await importPages(demo, siteId, origin, PAGES)).stored, PAGES);
  const { context, page } = await newReader(browser, { storageState });
  await page.goto(`${demo.listening}/sites/${siteId}/pages?sort=path`);
  await page.getByRole("link", { name: "/archive/page-00000" }).waitFor();
  const most = await scrollThrough(page, PAGES);
  assert.ok(most <= ROWS_IN_DOCUMENT_MOST, `${most} rows at once`);
  await page.getByRole("link", { name: `/archive/page-0${PAGES - 1}` }).waitFor();
  await context.close();
});
