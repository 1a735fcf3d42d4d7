// API keys in the dashboard: created, used, rotated and revoked. The plaintext disappears with its dialog.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, describe } from "node:test";
import { promisify } from "node:util";

import { api, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { enterAs, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test, cell } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

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
  await dialog.getByText("Waiting for first use").waitFor();

  await dialog.getByRole("button", { name: "Copy: curl" }).click();
  await dialog.getByRole("button", { name: "Copied: curl" }).waitFor();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await promisify(execFile)("bash", ["-c", `${line} --silent`]);
  assert.equal(typeof JSON.parse(stdout).data.totals.aiClicks, "number");
  await dialog.getByText(/^Used /).waitFor();

  await dialog.getByRole("button", { name: "Show" }).click();
  const [key] = /ak_[0-9A-Za-z]{38}/.exec(line) ?? [];
  assert.equal(await dialog.getByTestId("secret").textContent(), key);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
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

test("the list of keys is a file of all that is known of them, and never of a key", async () => {
  const { token } = await logIn(demo);
  const { key } = await api(demo, `/keys?orgId=${owner.orgId}`, {
    bearer: token,
    method: "POST",
    body: { name: "=cmd()", scopes: ["analytics:read"] },
  });
  const { context, page } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  const { items } = await api(demo, `/keys?orgId=${owner.orgId}&status=active&limit=200`, { bearer: token });
  assert.equal(file.trim().split("\r\n").length, items.length + 1, "every key, and the head");
  assert.match(file, /^'=cmd\(\),/m, "no spreadsheet runs a name");
  assert.ok(typeof key === "string" && !file.includes(key));
  await context.close();
});

test("the dialog and the list show the name of each scope beside its words", async () => {
  const { token } = await logIn(demo);
  const body = { name: "Named scopes", scopes: ["rules:write", "credits:read"] };
  await api(demo, `/keys?orgId=${owner.orgId}`, { bearer: token, method: "POST", body });
  const { context, page } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  const row = page.getByRole("row", { name: /Named scopes/ });
  for (const name of ["Change rules rules:write", "Read credits credits:read"])
    await row.getByRole("listitem").filter({ hasText: name }).waitFor();
  await page.getByRole("button", { name: "Create key" }).first().click();
  const scopes = page.getByRole("dialog").getByRole("group", { name: "Scopes" });
  const names = ["analytics:read", "citations:read", "credits:read", "org:read", "prompts:read", "prompts:write"];
  names.push("rules:read", "rules:write", "sites:read", "sites:write", "*");
  await scopes
    .locator("code")
    .nth(names.length - 1)
    .waitFor();
  assert.deepEqual((await scopes.locator("code").allInnerTexts()).sort(), [...names].sort());
  await context.close();
});

test("a key is limited to addresses and to a last day, and invalid ones are shown at their field", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("From home");
  await form.getByRole("button", { name: /Allowed IPs/ }).click();
  await page.getByRole("option", { name: "Only these IP addresses" }).click();
  await form.getByLabel("Addresses", { exact: true }).fill("203.0.113.7\nnot an address");
  await form.getByRole("button", { name: /Expiration/ }).click();
  await page.getByRole("option", { name: "Custom date" }).click();
  const lastDay = form.getByRole("group", { name: "End date" });
  await lastDay.getByRole("spinbutton").first().click();
  await page.keyboard.type("12312027");
  await form.getByLabel("Name").press("Enter");
  await form.getByText("Entry 2: Enter an IP address or a network such as 192.0.2.0/24.").waitFor();
  assert.equal(await form.getByLabel("Name").inputValue(), "From home", "what was typed stays");
  await form.getByLabel("Addresses", { exact: true }).fill("203.0.113.7\n198.51.100.0/24");
  await form.getByLabel("Name").press("Enter");
  await page.getByText("Key “From home” was created").waitFor();
  const line = await form.locator("code", { hasText: "curl" }).innerText();
  assert.doesNotMatch(line, /ak_[0-9A-Za-z]{38}/, "masked in the line, too");
  await page.getByRole("button", { name: "Done", exact: true }).click();
  const session = await logIn(demo);
  const [key] = (await api(demo, `/keys?orgId=${owner.orgId}`, { bearer: session.token })).items;
  assert.deepEqual([key.name, key.allowedIps], ["From home", ["203.0.113.7/32", "198.51.100.0/24"]]);
  assert.equal(
    Date.parse(key.expiresAt),
    await page.evaluate(() => new Date("2028-01-01T00:00:00").getTime()),
    "it works through the whole of its last day",
  );
  await page.getByText("2 allowed IP addresses or networks").waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a rotated key has a successor that is shown once, and the old one ends after its while", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  await page.getByRole("button", { name: "Actions for From home" }).click();
  await page.getByRole("menuitem", { name: "Rotate…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  await page.getByText("“From home” has a new key").waitFor();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.getByText("Rotated, still valid").waitFor();
  await context.close();
});

test("a lost connection is shown, and what was typed is sent when it is back", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Typed offline");
  await context.setOffline(true);
  await page.getByText("You’re offline.").waitFor({ state: "attached" });
  await form.getByLabel("Name").press("Enter");
  await form.getByText("Can’t reach Askline.").waitFor();
  assert.equal(await form.getByLabel("Name").inputValue(), "Typed offline");
  await context.setOffline(false);
  await page.getByText("You’re offline.").waitFor({ state: "detached" });
  await form.getByLabel("Name").press("Enter");
  await page.getByText("Key “Typed offline” was created").waitFor();
  await context.close();
});

test("a member at the address sees whom to ask, and the API refuses the member as well", async () => {
  const session = await logIn(demo);
  const { context, page } = await newReader(browser);
  await enterAs(page, demo, session, "member");
  await page.goto(keysAddress());
  await page.getByText("You don’t have access to API keys").waitFor();
  assert.equal(
    await page.evaluate((orgId) => fetch(`/api/v1/keys?orgId=${orgId}`).then(({ status }) => status), owner.orgId),
    403,
  );
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  cell(`axe finds nothing in the form of a key in ${colorScheme}`, async () => {
    const { context, page } = await newReader(browser, { colorScheme });
    await signIn(page, keysAddress(), owner);
    await page.reload();
    await page.getByRole("button", { name: "Create key" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: /Expiration/ }).click();
    await page.getByRole("option", { name: "Custom date" }).click();
    await form.getByRole("group", { name: "End date" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await form.getByRole("button", { name: /Calendar/ }).click();
    await page.getByRole("grid").waitFor();
    assert.deepEqual(await violations(page), [], "the calendar");
    await context.close();
  });
}
