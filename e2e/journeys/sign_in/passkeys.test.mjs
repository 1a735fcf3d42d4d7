// A person adds a passkey, signs in with it, and removes it. It signs in alone and as the second step.
//
// The device is Chromium's own virtual authenticator.

import assert from "node:assert/strict";
import { after } from "node:test";

import { freePort } from "../../../deploy/throwaway_servers.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);

const port = await freePort();
const origin = `http://localhost:${port}`;
const { browser, owner, end } = await openDemo({
  ASKLINE_LISTEN: `127.0.0.1:${port}`,
  ASKLINE_PUBLIC_URL: origin,
});
after(end);

/**
 * A device that holds passkeys and verifies the person at once.
 * @param {import("playwright-core").Page} page
 */
async function addDevice(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const count = async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
  return { count };
}

/**
 * From the next load on, the browser offers no passkeys in the field, as older ones do not. The virtual device takes an
 * offer at once, and one that is never touched keeps the browser so busy that clicks do not arrive.
 * @param {import("playwright-core").Page} page
 */
const withoutOffers = (page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

/** @param {import("playwright-core").Page} page */
async function signOut(page) {
  await page.evaluate(() => fetch("/api/v1/auth/logout", { method: "POST" }));
  await page.goto(`${origin}/login?next=%2Faccount`);
}

test("a person adds a passkey, signs in with it alone and as the second step, and removes it", async () => {
  const { context, page, problems } = await newReader(browser);
  const device = await addDevice(page);
  await signIn(page, `${origin}/account`, owner);
  const card = page.locator("section", { has: page.getByRole("heading", { name: "Passkeys" }) });
  await card.getByText("No passkey yet.").waitFor();
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Office laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await card.getByRole("row", { name: /Office laptop/ }).waitFor();
  assert.equal(await device.count(), 1);
  assert.deepEqual(await violations(page), []);

  // The browser's offer in the field, taken.
  await signOut(page);
  await card.getByRole("row", { name: /Office laptop/ }).waitFor();

  await withoutOffers(page);
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await card.getByRole("row", { name: /Office laptop/ }).waitFor();

  await signOut(page);
  await page.locator("input[name=email]").fill(owner.email);
  await page.locator("input[name=password]").fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await card.getByRole("row", { name: /Office laptop/ }).waitFor();

  await card.getByRole("button", { name: "Remove Office laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await card.getByText("No passkey yet.").waitFor();
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").getByText("This passkey doesn’t work here").waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
