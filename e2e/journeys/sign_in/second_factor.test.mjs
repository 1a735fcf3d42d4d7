// The second factor, by keyboard alone. It is set up, signed in with, replaced by a recovery code, and required by
// the organization.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before } from "node:test";

import { startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { ownerOf, signIn, violations } from "../../scenes/dashboard.mjs";

const { test } = journeysOf(import.meta.url);
const STEP_MS = 30_000;

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0" })]);
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

/** The code of an authenticator app (RFC 6238). @param {string} secret in base32 @param {number} step */
function codeOf(secret, step) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

const stepNow = () => Math.floor(Date.now() / STEP_MS);

/** Presses Tab until the control has the focus. @param {import("playwright-core").Page} page @param {import("playwright-core").Locator} control */
async function tabTo(page, control) {
  await control.waitFor();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await control.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no Tab reaches ${control}`);
}

/** @param {import("playwright-core").Page} page @param {import("playwright-core").Locator} control */
async function press(page, control) {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

test("a second factor is set up, asked for, replaced by a recovery code and required, with the keyboard alone", async () => {
  const owner = ownerOf(demo, "enterprise");
  const { context, page } = await newReader(browser);
  const button = (/** @type {string} */ name) => page.getByRole("button", { name, exact: true });
  await signIn(page, `${demo.listening}/account`, owner);
  await press(page, button("Set up authenticator app"));
  const secret = await page
    .locator("code")
    .filter({ hasText: /^[A-Z2-7]{32}$/ })
    .innerText();
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  assert.deepEqual(await violations(page), []);
  // The code of the step before is accepted, so that the code of now can be used afterwards.
  let step = stepNow() - 1;
  await tabTo(page, page.getByLabel("Code", { exact: true }));
  await page.keyboard.type(codeOf(secret, step));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save your recovery codes" });
  await dialog.getByRole("listitem").first().waitFor();
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  assert.equal(codes.length, 10);
  assert.deepEqual(await violations(page), []);
  await press(page, button("I have saved them"));
  await page.getByText("10 of 10 recovery codes left.").filter({ visible: true }).waitFor();

  const signOut = async () => {
    await context.clearCookies();
    await page.goto(`${demo.listening}/login?next=/account`);
    await page.getByLabel("Email").fill(owner.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(owner.password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Two-step sign-in" }).waitFor();
  };
  await signOut();
  assert.deepEqual(await violations(page), []);
  // Typed with a space, as apps show it; the field has the focus.
  step += 1;
  const code = codeOf(secret, step);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("autocomplete")), "one-time-code");
  await page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/account");

  // The phone is lost.
  await signOut();
  await press(page, button("Use a recovery code"));
  await page.getByLabel("Recovery code").waitFor();
  await tabTo(page, page.getByLabel("Recovery code"));
  await page.keyboard.type((codes[0] ?? "").toUpperCase().replaceAll("-", " "));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/account");
  await page.getByText("9 of 10 recovery codes left.").filter({ visible: true }).waitFor();
  await press(page, button("Create new recovery codes"));
  await dialog.getByRole("listitem").first().waitFor();
  const replaced = await dialog.getByRole("listitem").allInnerTexts();
  assert.ok(replaced.length === 10 && !replaced.includes(codes[1] ?? ""));
  await press(page, button("I have saved them"));
  await signOut();
  await press(page, button("Use a recovery code"));
  await tabTo(page, page.getByLabel("Recovery code"));
  await page.keyboard.type(codes[1] ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "This recovery code is wrong or was used before" }).waitFor();
  await page.getByLabel("Recovery code").fill(replaced[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/account");
  await context.close();
});
