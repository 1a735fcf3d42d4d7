// An account has a maximum number of sessions. A sign-in beyond it ends the oldest ones, and the page says how many.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const MAX_SESSIONS = 100;

const { browser, demo, owner, end } = await openDemo();
after(end);

/** Signs in without a browser; returns how many sessions this ended. */
async function signInElsewhere() {
  const { email, password } = owner;
  const response = await fetch(`${demo.listening}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return /** @type {number} */ ((await response.json()).data.endedSessions);
}

test("a sign-in that ended no session does not mention sessions", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, owner);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  assert.equal(await page.getByRole("complementary", { name: "Sessions" }).count(), 0);
  await context.close();
});

test("a sign-in that ended the oldest session says so, in both languages, until that is closed", async () => {
  for (let made = 0; made <= MAX_SESSIONS && (await signInElsewhere()) === 0; made += 1)
    assert.ok(made < MAX_SESSIONS, "no sign-in ended a session");
  for (const [locale, words] of /** @type {const} */ ([
    ["en-GB", "This sign-in ended your oldest session. An account can have at most 100 sessions."],
    ["de-DE", "Diese Anmeldung hat Ihre älteste Sitzung beendet. Ein Konto kann höchstens 100 Sitzungen haben."],
  ])) {
    const { context, page, problems } = await newReader(browser, { locale });
    await signIn(page, `${demo.listening}/sites/${demo.siteId}/overview`, owner);
    const note = page.getByRole("complementary").filter({ hasText: words });
    await note.waitFor();
    assert.deepEqual(await violations(page), []);
    // The note stays while the person opens other pages, and is shown only once.
    await note.getByRole("link").click();
    await page.waitForURL("**/account");
    await note.getByRole("button").click();
    await note.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    assert.equal(await note.count(), 0);
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  }
});

test("a person who signs in again in place sees it as well", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, owner);
  const note = page.getByRole("complementary", { name: "Sessions" });
  await note.getByRole("button", { name: "Close" }).click();
  await context.clearCookies();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Typed before the end");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.locator("input[name=password]").fill(owner.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await note.getByText("This sign-in ended your oldest session.").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue(), "Typed before the end");
  await context.close();
});
