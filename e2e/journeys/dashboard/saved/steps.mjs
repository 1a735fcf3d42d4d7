// Shared by the forms of the table: where they are, and common steps.

import { api, becomes, logIn, startDemo } from "../../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../../scenes/browser.mjs";
import { enterAs, ownerOf } from "../../../scenes/dashboard.mjs";
import { READS_SHOP, SHOP, startShop } from "../../../scenes/pages/shop.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * A form, or an action that stores something: how to open and save it, how its own page shows what was saved, and which
 * other pages name it.
 * @typedef {{
 *   sends: string[],
 *   path: () => string,
 *   fill: (page: Page) => Promise<unknown>,
 *   shown: (page: Page) => Promise<unknown>,
 *   lists?: () => string[],
 *   text?: string,
 *   skip?: string | false,
 * }} Form
 */
/** @typedef {Awaited<ReturnType<typeof openScene>>} Scene */

/** Longer than the time in which something can be undone. */
const MAX_UNDO_MS = 11_000;
/** The user agent of a second session of the owner, which the account page ends. */
export const OTHER_BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The origin of a page that has a site's snippet although the site does not allow it. */
export const REFUSED = "https://www.refused.example";

/** Starts the service with the objects that the forms change. */
export async function openScene() {
  const shop = await startShop();
  const settings = { ...READS_SHOP, ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_LIMITS__CONFIG_PER_MINUTE: "0" };
  const [browser, demo] = await Promise.all([openBrowser(), startDemo(settings)]);
  const owner = ownerOf(demo, "enterprise");
  const { token } = await logIn(demo);
  const reader = await newReader(browser);
  await enterAs(reader.page, demo, { orgId: owner.orgId, token }, "viewer");
  await reader.context.close();
  const ask = (/** @type {string} */ path, /** @type {unknown} */ body) =>
    api(demo, path, { bearer: token, method: "POST", body });
  for (const name of ["Rule before", "Rule to delete"]) {
    await ask(`/rules/${demo.siteId}`, {
      name,
      priority: 900,
      match: { paths: ["/elsewhere"] },
      action: { type: "hide_widget" },
    });
  }
  for (const name of ["Prompt before", "Prompt to archive", "Prompt to delete"])
    await ask(`/prompts/${demo.siteId}`, { name, text: "Before: {{url}}" });
  for (const name of ["Hook before", "Hook to delete"])
    await ask(`/webhooks?orgId=${owner.orgId}`, {
      url: "https://example.com/hook",
      events: ["key.created"],
      description: name,
    });
  for (const name of ["Chat before", "Chat to delete"])
    await ask(`/notifications/channels?orgId=${owner.orgId}`, {
      type: "slack",
      name,
      address: "https://hooks.slack.com/services/T00000000/B00000000/abcdefgh9fQ2",
    });
  const shopSite = await ask(`/sites?orgId=${owner.orgId}`, SHOP);
  const refusedSite = await ask(`/sites?orgId=${owner.orgId}`, {
    name: "Refused",
    domain: "blog.refused.example",
    timezone: "UTC",
  });
  await fetch(`${demo.listening}/api/v1/events`, {
    method: "POST",
    headers: { "content-type": "text/plain", origin: REFUSED },
    body: JSON.stringify({ siteId: refusedSite.id, type: "view", eventId: crypto.randomUUID(), url: `${REFUSED}/` }),
  });
  await fetch(`${demo.listening}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": OTHER_BROWSER },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  });
  return {
    browser,
    demo,
    owner,
    guest: "viewer@example.org",
    skipShop: shop.skip,
    ofSite: (/** @type {string} */ name) => `/sites/${demo.siteId}/${name}`,
    ofShop: (/** @type {string} */ name) => `/sites/${shopSite.id}/${name}`,
    ofOrganization: (/** @type {string} */ name) => `/orgs/${owner.orgId}/${name}`,
    ofRefused: (/** @type {string} */ name) => `/sites/${refusedSite.id}/${name}`,
    end: async () => {
      shop.end();
      await browser.close();
      await demo.end();
    },
  };
}

export const save = (/** @type {Page} */ page) => page.getByRole("button", { name: "Save", exact: true }).click();
/** Saves on a page of settings, which confirms it. @param {Page} page */
export const saveSettings = async (page) => {
  await save(page);
  await page
    .getByRole("status")
    .getByText(/^(Saved|Your name is saved\.)$/)
    .waitFor();
};
export const dialogOf = (/** @type {Page} */ page) => page.getByRole("dialog");
export const dialogCloses = (/** @type {Page} */ page) => dialogOf(page).waitFor({ state: "detached" });
/** Presses a button of an archived question. @param {Page} page @param {RegExp} name */
export const inArchive = async (page, name) => {
  await page.getByRole("button", { name: "1 archived question" }).click();
  await dialogOf(page).getByRole("button", { name }).click();
};
/** @param {Page} page @param {string} act */
export const confirm = async (page, act) => {
  const asked = page.getByRole("alertdialog");
  await asked.getByRole("button", { name: act, exact: true }).click();
  await asked.waitFor({ state: "detached" });
};
/** @param {Page} page @param {string | RegExp} text */
export const says = (page, text) => page.locator("#content").getByText(text).first().waitFor();
/**
 * Waits until the page shows `there`, and checks that it does not have `text`.
 * @param {Page} page
 * @param {string} text
 * @param {string | RegExp} there
 */
export const lacks = async (page, text, there) => {
  await says(page, there);
  await becomes(() => page.locator("#content").getByText(text, { exact: true }).count(), 0);
};
/** @param {import("playwright-core").Locator} field @param {string} value */
export const holds = (field, value) => becomes(() => field.inputValue(), value);
export const nameField = (/** @type {Page} */ page) => page.getByRole("textbox", { name: "Name", exact: true });
/** @param {Page} page @param {string} name @param {string} act */
export const choose = async (page, name, act) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: act, exact: true }).click();
};
/**
 * Does something that can be undone, and waits until it is sent.
 * @param {Page} page
 * @param {string} method of the request that follows
 * @param {() => Promise<unknown>} act
 */
export const passUndo = async (page, method, act) => {
  await page.clock.install();
  await act();
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await page.mouse.move(0, 0);
  const sent = page.waitForResponse((response) => response.request().method() === method);
  await page.clock.fastForward(MAX_UNDO_MS);
  await sent;
};
