// A page sends each request only once, however many of its parts use the response.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { api, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { ownerOf, signIn } from "../../scenes/dashboard.mjs";
import { ORGANIZATION_PAGES, SITE_PAGES } from "../../scenes/checks/dashboard_loads.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { settled } from "../../scenes/settled.mjs";

const { cell } = journeysOf(import.meta.url);

/** Repeated while the page is open. */
const POLLED = [
  { path: /^GET \/api\/v1\/analytics\/[^/]+\/live$/, why: "the last half hour is live" },
  { path: /^GET \/api\/v1\/analytics\/[^/]+\/pages\?days=1&limit=1$/, why: "the first steps wait for the first event" },
  { path: /^GET \/api\/v1\/sites\/[^/]+\/refused-origins$/, why: "the first steps look for refused origins" },
];

const { browser, demo, end } = await openDemo();
after(end);
/** @type {Awaited<ReturnType<import("playwright-core").BrowserContext["storageState"]>>} */
let storageState;
/** Without any event. @type {string} */
let emptySite;

before(async () => {
  const { orgId, token } = await logIn(demo);
  ({ id: emptySite } = await api(demo, `/sites?orgId=${orgId}`, {
    bearer: token,
    method: "POST",
    body: { domain: "empty.example", name: "Empty" },
  }));
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, ownerOf(demo, "enterprise"));
  storageState = await context.storageState();
  await context.close();
});

/**
 * The requests that a page sent more than once until it was settled.
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} open
 */
async function repeatedWhile(open) {
  const { context, page } = await newReader(browser, { storageState });
  /** @type {Map<string, number>} */
  const asked = new Map();
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    const name = `${request.method()} ${pathname}${search}`;
    if (pathname.startsWith("/api/") && !POLLED.some(({ path }) => path.test(name)))
      asked.set(
        `${name} ${request.postData() ?? ""}`.trim(),
        (asked.get(`${name} ${request.postData() ?? ""}`.trim()) ?? 0) + 1,
      );
  });
  await open(page);
  await page.locator("#content h1, #content h2").first().waitFor();
  await settled(page);
  await context.close();
  assert.ok(asked.size > 0, "nothing was asked");
  return [...asked].filter(([, times]) => times > 1).map(([name]) => name);
}

const { orgId } = ownerOf(demo, "enterprise");
/** Every page behind the sign-in. @type {[name: string, path: () => string][]} */
const PLACES = [
  ["/", () => "/"],
  ["/account", () => "/account"],
  ...SITE_PAGES.map(
    (name) =>
      /** @type {[string, () => string]} */ ([`${name} of a site with figures`, () => `/sites/${demo.siteId}/${name}`]),
  ),
  ...SITE_PAGES.map(
    (name) => /** @type {[string, () => string]} */ ([`${name} of an empty site`, () => `/sites/${emptySite}/${name}`]),
  ),
  ...ORGANIZATION_PAGES.map(
    (name) => /** @type {[string, () => string]} */ ([`${name} of an organization`, () => `/orgs/${orgId}/${name}`]),
  ),
];

describe("no question is asked twice while a page is loaded", () => {
  for (const [name, path] of PLACES) {
    cell(name, async () => {
      assert.deepEqual(await repeatedWhile((page) => page.goto(demo.listening + path())), []);
    });
  }
});

describe("no question is asked twice on the way to a page from another", () => {
  for (const [name, path] of PLACES.filter(([one]) => one !== "/account")) {
    cell(name, async () => {
      const repeated = await repeatedWhile(async (page) => {
        await page.goto(`${demo.listening}/account`);
        await page
          .getByRole("heading", { name: "Your account", level: 1 })
          .or(page.locator("#content h1"))
          .first()
          .waitFor();
        await page.evaluate((to) => {
          history.pushState(null, "", to);
          dispatchEvent(new PopStateEvent("popstate"));
        }, path());
      });
      assert.deepEqual(repeated, []);
    });
  }
});
