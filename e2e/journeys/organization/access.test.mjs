// Access to an account is ended in the dashboard. A person signs out everywhere else, an owner removes an admin. Keys that the
// person created are named, and a button revokes them.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { api, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { enterAs, signIn, unexpected } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { browser, demo, owner, end } = await openDemo();
after(end);
const { token } = await logIn(demo);

/**
 * The status of a request to the API with this credential.
 * @param {string} path
 * @param {string} bearer
 */
const statusOf = (path, bearer) =>
  fetch(`${demo.listening}/api/v1${path}`, { headers: { authorization: `Bearer ${bearer}` } }).then(
    ({ status }) => status,
  );

test("a person signs out everywhere else, sees the keys that still work, and a removed admin's keys are revoked", async () => {
  const { context, page, problems } = await newReader(browser);
  const admin = await enterAs(page, demo, { orgId: owner.orgId, token }, "admin");
  const signedIn = await fetch(`${demo.listening}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: admin.email, password: admin.password }),
  });
  const { data: other } = /** @type {{ data: { token: string } }} */ (await signedIn.json());
  const made = await api(demo, `/keys?orgId=${owner.orgId}`, {
    bearer: other.token,
    method: "POST",
    body: { name: "Nightly", scopes: ["sites:read"] },
  });

  await page.goto(`${demo.listening}/account`);
  const card = page.getByRole("region", { name: "Sign out everywhere else" });
  await card.getByLabel("Current password").waitFor();
  // A password manager reads whose password is asked for.
  const accounts = await page
    .locator("form:has(input[type=password])")
    .evaluateAll((forms) =>
      forms.map(
        (form) => /** @type {HTMLInputElement | null} */ (form.querySelector("[autocomplete=username]"))?.value,
      ),
    );
  assert.ok(accounts.length > 0 && accounts.every((email) => email === admin.email), String(accounts));
  await card.getByLabel("Current password").fill(admin.password);
  await card.getByRole("button", { name: "Sign out everywhere else" }).click();
  await card.getByText("All other sessions, links in emails and remembered browsers have ended.").waitFor();
  await card.getByText("1 API key still works").waitFor();
  await card.getByText("Nightly").waitFor();
  assert.equal(await statusOf("/me", other.token), 401);
  assert.equal(await statusOf("/sites", made.key), 200);

  const second = await newReader(browser);
  await signIn(second.page, `${demo.listening}/orgs/${owner.orgId}/members`, owner);
  await second.page.getByRole("button", { name: `Actions for ${admin.email}` }).click();
  await second.page.getByRole("menuitem", { name: "Remove…" }).click();
  await second.page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  const dialog = second.page.getByRole("dialog", { name: `${admin.email} is removed` });
  await dialog.getByText("Nightly").waitFor();
  await dialog.getByRole("button", { name: "Revoke this key" }).click();
  await dialog.getByText("The API keys are revoked.").waitFor();
  assert.equal(await statusOf("/sites", made.key), 401);
  await dialog.getByRole("button", { name: "Close" }).click();
  await second.page.getByRole("row", { name: new RegExp(admin.email) }).waitFor({ state: "detached" });
  assert.deepEqual(unexpected([...problems, ...second.problems]), []);
  await Promise.all([context.close(), second.context.close()]);
});
