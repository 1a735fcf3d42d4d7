// Service accounts in the dashboard. They are created with a token, changed, given a new token, and deleted.

import assert from "node:assert/strict";
import { after } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

test("a service account is made with a token that works, is narrowed, gets a new token and ends", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/keys`, owner);
  const dialog = page.getByRole("dialog");
  const act = async (/** @type {string} */ name) => {
    await page.getByRole("button", { name: "Actions for Terraform" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const statusOf = async (/** @type {string} */ token, /** @type {string} */ path) =>
    (await fetch(`${demo.listening}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  const shownToken = async () => {
    await dialog.getByText("Copy it now").waitFor();
    assert.doesNotMatch(await page.content(), /sv_[0-9A-Za-z]{38}/, "the token is masked until it is asked for");
    await dialog.getByRole("button", { name: "Show" }).click();
    const token = (await dialog.getByTestId("secret").textContent()) ?? "";
    assert.match(token, /^sv_[0-9A-Za-z]{38}$/);
    await dialog.getByRole("button", { name: "Done", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    assert.ok(!(await page.content()).includes(token), "the token goes with its dialog");
    return token;
  };

  await page.getByRole("button", { name: "Create service account" }).click();
  await dialog.getByLabel("Name").fill("Terraform");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Create service account" }).click();
  await dialog.getByRole("button", { name: "Create token" }).click();
  const first = await shownToken();
  assert.equal(await statusOf(first, "/webhooks"), 200);

  await act("Change…");
  await dialog.getByRole("button", { name: /Role/ }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(await statusOf(first, "/webhooks"), 403);
  assert.equal(await statusOf(first, "/sites"), 200);

  await act("New token…");
  await dialog.getByRole("button", { name: /Overlap/ }).click();
  await page.getByRole("option", { name: "Revoke immediately (leaked)" }).click();
  await dialog.getByRole("button", { name: "Create token" }).click();
  const second = await shownToken();
  assert.deepEqual([await statusOf(first, "/sites"), await statusOf(second, "/sites")], [401, 200]);

  await act("Delete…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("row", { name: /Terraform/ }).waitFor({ state: "detached" });
  assert.equal(await statusOf(second, "/sites"), 401);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
