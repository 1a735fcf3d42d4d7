// The dashboard of the real binary in a real browser.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";

import { api, logIn, startDemo } from "./askline.mjs";
import { newReader, openBrowser } from "./browser.mjs";
import { invite, ownerOf, signIn, unexpected, violations } from "./dashboard.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ orgId: string, token: string }} */
let session;
/** @type {ReturnType<typeof ownerOf>} */
let owner;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0" })]);
  session = await logIn(demo);
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

test("a wrong password is told in the API's words, and the address stays typed", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${demo.listening}/login`);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByLabel("E-mail").inputValue(), owner.email);
  assert.ok(page.url().endsWith("/login"));
  await context.close();
});

test("a session that ends is renewed in place, and what was typed stays", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog").filter({ hasText: "Create an API key" });
  await form.getByLabel("Name").fill("Typed before the end");
  await context.clearCookies();
  await form.getByRole("button", { name: "Create key" }).click();
  const again = page.getByRole("dialog").filter({ hasText: "Your session has ended" });
  await again.locator("input[name=password]").fill(owner.password);
  await again.getByRole("button", { name: "Sign in" }).click();
  await again.waitFor({ state: "detached" });
  assert.equal(await form.getByLabel("Name").inputValue(), "Typed before the end");
  await form.getByRole("button", { name: "Create key" }).click();
  await page.getByText("Key “Typed before the end” was created").waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("whoever is invited joins by a press, sees no page of admins, and the API agrees", async () => {
  const viewer = await invite(demo, session, "viewer");
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}/join#${viewer.token}`);
  await page.getByLabel("Password", { exact: true }).fill(viewer.password);
  assert.ok(!page.url().includes("#"), "the token is out of the address before it is spent");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { name: "All sites" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "API keys" }).count(), 0);
  await page.goto(keysAddress());
  await page.getByText("API keys are for admins").waitFor();
  assert.equal(await page.evaluate((orgId) => fetch(`/api/v1/keys?orgId=${orgId}`).then(({ status }) => status), owner.orgId), 403);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("what an address names and nobody may see is a page with a way back", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, keysAddress(), owner);
  const foreign = ownerOf(demo, "pro");
  for (const path of ["/sites/site_nothing/overview", `/orgs/${foreign.orgId}/keys`]) {
    await page.goto(demo.listening + path);
    await page.getByText("There is nothing here").waitFor();
    await page.getByRole("link", { name: "To the start" }).waitFor();
  }
  await context.close();
});

test("the address is the state: a filter stands in it, and Back undoes it", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/overview?days=7`, owner);
  await page.getByRole("link", { name: "ChatGPT" }).click();
  await page.waitForURL(/days=7&platform=chatgpt/);
  await page.getByText("Assistant: ChatGPT").waitFor();
  await page.goBack();
  await page.getByText("Assistant: ChatGPT").waitFor({ state: "detached" });
  const { totals } = await api(demo, `/analytics/${demo.siteId}/questions?days=7`);
  await page.getByRole("button", { name: "show as table" }).click();
  assert.equal(await page.locator("section table").first().locator("tbody tr").count(), 7);
  assert.ok((await page.getByRole("definition").allTextContents()).includes(totals.questionClicks.toLocaleString("en-GB")));
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.getByRole("heading", { name: "Pages", level: 1 }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

describe("axe finds nothing", () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`on any page in ${colorScheme}`, async () => {
      const { context, page } = await newReader(browser, { colorScheme });
      await page.goto(`${demo.listening}/login`);
      await page.getByLabel("E-mail").waitFor();
      assert.deepEqual(await violations(page), [], "/login");
      await signIn(page, keysAddress(), owner);
      for (const path of [`/orgs/${owner.orgId}/keys`, `/orgs/${owner.orgId}/sites`, "/account", ...["overview", "pages", "questions"].map((name) => `/sites/${demo.siteId}/${name}`)]) {
        await page.goto(demo.listening + path, { waitUntil: "networkidle" });
        await page.getByRole("heading", { level: 1 }).waitFor();
        assert.deepEqual(await violations(page), [], path);
      }
      await page.goto(keysAddress());
      await page.getByRole("button", { name: "Create key" }).first().click();
      await page.getByRole("dialog").waitFor();
      assert.deepEqual(await violations(page), [], "the form of a key");
      await context.close();
    });
  }
});
