// Tabs of one browser share one session. Signing out in one signs out all, and no tab that shows one person acts as
// another.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { enterAs, signIn } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { browser, demo, owner, end } = await openDemo();
after(end);

const AUDIT = `${demo.listening}/orgs/${owner.orgId}/audit`;

/** Who is signed in. @param {import("playwright-core").BrowserContext} context */
const signedIn = async (context) =>
  /** @type {{ email: string, name: string }} */ (
    (await (await context.request.get(`${demo.listening}/api/v1/me`)).json()).data.user
  );

/**
 * Makes another person, and signs them in in a further tab.
 * @param {import("playwright-core").BrowserContext} context
 * @param {"viewer" | "member"} role
 */
async function signInOther(context, role) {
  const reader = await newReader(browser);
  const who = await enterAs(reader.page, demo, await logIn(demo), role);
  await reader.context.close();
  await signIn(await context.newPage(), `${demo.listening}/login`, who);
  return who.email;
}

/** Opens the account menu. @param {import("playwright-core").Page} page */
async function openAccount(page) {
  const { email, name } = await signedIn(page.context());
  await page.getByRole("button", { name: name || email }).click();
}

/** Signs out by the account menu. @param {import("playwright-core").Page} page */
async function signOut(page) {
  await openAccount(page);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL("**/login");
}

test("signing out in one tab signs out every tab, and Back shows nothing from memory", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, owner);
  const other = await context.newPage();
  await other.goto(AUDIT);
  await other.locator("table tbody tr").first().waitFor();
  await other.getByRole("link", { name: "Members" }).first().click();
  await other.waitForURL("**/members");
  await signOut(page);
  await other.waitForURL("**/login");
  for (const tab of [page, other]) {
    await tab.goBack();
    await tab.locator("input[name=password]").waitFor();
    assert.equal(await tab.locator("table").count(), 0);
  }
  await context.close();
});

test("a tab shows the person who signed in in another tab, and no data of the person before", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, AUDIT, owner);
  await page.locator("table tbody tr").first().waitFor();
  const email = await signInOther(context, "viewer");
  await page.waitForURL((address) => !address.pathname.endsWith("/audit"));
  await openAccount(page);
  await page.getByRole("dialog", { name: "Account" }).getByText(email).waitFor();
  await context.close();
});

test("a tab that missed the change neither reads nor acts as the other person", async () => {
  const { context, page } = await newReader(browser);
  // Without messages between tabs, as in a tab that the browser froze.
  await page.addInitScript(() => {
    globalThis.BroadcastChannel.prototype.addEventListener = () => undefined;
  });
  await signIn(page, `${demo.listening}/account`, owner);
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Typed by the person before");
  await signInOther(context, "member");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("dialog", { name: "Sign in again" }).getByText("Your session has ended").waitFor();
  const { email, name: stored } = await signedIn(context);
  assert.deepEqual([email, stored], ["member@example.org", ""]);
  await context.close();
});
