// API keys in the dashboard: made, tried, replaced and ended, with a plaintext that goes with its dialog.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";

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

test("a key is made in the dashboard, its curl line works as copied, and the page says that it was used", async () => {
  const { context, page, problems } = await newReader(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, keysAddress(), owner);
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Weekly report");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.getByText("Copy it now").waitFor();
  assert.doesNotMatch(await page.content(), /ak_[0-9A-Za-z]{38}/, "the plaintext is masked until it is asked for");
  await dialog.getByText("Waiting for its first request").waitFor();

  await dialog.getByRole("button", { name: "Copy: curl" }).click();
  await dialog.getByRole("button", { name: "Copied: curl" }).waitFor();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await promisify(execFile)("bash", ["-c", `${line} --silent`]);
  assert.equal(typeof JSON.parse(stdout).data.totals.aiClicks, "number");
  await dialog.getByText(/^Used /).waitFor();

  await dialog.getByRole("button", { name: "Show" }).click();
  const [key] = /ak_[0-9A-Za-z]{38}/.exec(line) ?? [];
  assert.equal(await dialog.getByTestId("key").textContent(), key);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.ok(key && !(await page.content()).includes(key), "the plaintext goes with its dialog");

  await page.getByRole("button", { name: "Actions for Weekly report" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("row", { name: /Weekly report/ }).waitFor({ state: "detached" });
  const refused = await fetch(`${demo.listening}/api/v1/keys/self`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(refused.status, 401);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

