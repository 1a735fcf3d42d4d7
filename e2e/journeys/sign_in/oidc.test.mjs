// Sign-in with a real identity provider, and accounts that are linked and unlinked.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { serveAgain, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, unexpected, violations } from "../../scenes/dashboard.mjs";
import {
  CLIENT,
  openIdentityProvider,
  signInThere,
  signInThereAgain,
} from "../../scenes/services/identity_provider.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {Awaited<ReturnType<typeof openIdentityProvider>>} */
let provider;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof ownerOf>} */
let owner;
/** @type {Record<string, string>} */
let environment;

/** Makes every session twenty minutes older. */
const LATER = `import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as metadata:
    metadata.execute("UPDATE sessions SET created_ms = created_ms - 1200000, proved_ms = proved_ms - 1200000")
`;

/** A free port, which the settings and the provider must know before the instance listens on it. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address === null || typeof address === "string" ? 0 : address.port;
}

before(async () => {
  const listening = `127.0.0.1:${await freePort()}`;
  const callback = `http://${listening}/api/v1/auth/oidc/acme/callback`;
  provider = await openIdentityProvider(() => callback);
  browser = await openBrowser();
  const filled = await startDemo();
  owner = ownerOf(filled, "enterprise");
  await filled.stop();
  const [secret, settings] = [join(filled.folder, "acme.secret"), join(filled.folder, "askline.toml")];
  const org = filled.organizations.find(({ plan }) => plan === "enterprise")?.orgId ?? "";
  await writeFile(secret, `${CLIENT.secret}\n`);
  const lines = [
    `public_url = "http://${listening}"`,
    "[limits]",
    "login_per_minute = 0",
    "[oidc.acme]",
    'title = "Acme"',
    `issuer = "${provider.issuer}"`,
    `client_id = "${CLIENT.id}"`,
    `client_secret_file = "${secret}"`,
    'email_domains = ["example.com"]',
    `organizations = [{ org = "${org}" }]`,
  ];
  await writeFile(settings, lines.join("\n"));
  environment = { ASKLINE_CONFIG: settings, ASKLINE_LISTEN: listening };
  demo = await serveAgain(filled, environment);
});
after(async () => {
  await browser?.close();
  await demo?.end();
  await provider?.end();
});

test("doctor finds nothing wrong with a provider that works", async () => {
  const { checks } = await demo.run("doctor").catch((failure) => JSON.parse(failure.stdout));
  const signIn = checks.find((/** @type {{ name: string }} */ { name }) => name === "sign-in");
  assert.deepEqual(signIn, { name: "sign-in", state: "ok", message: "identity providers: acme" });
});

test("a person signs in first with an account, then again into the page that they wanted", async () => {
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}/login`);
  const button = page.getByRole("link", { name: "Sign in with Acme" });
  await button.waitFor();
  assert.deepEqual(await violations(page), []);
  await button.click();
  await signInThere(page, "grace");
  await page.locator("#content").getByText("River Notes", { exact: true }).filter({ visible: true }).first().waitFor();
  assert.equal(await page.evaluate(() => location.hash), "");
  await page.goto(`${demo.listening}/account`);
  await page.getByText("grace@example.com").filter({ visible: true }).first().waitFor();
  await page.request.post(`${demo.listening}/api/v1/auth/logout`, { headers: { origin: demo.listening } });
  await page.goto(`${demo.listening}/login?next=%2Faccount`);
  await page.getByRole("link", { name: "Sign in with Acme" }).click();
  await page.waitForURL("**/account");
  await page.getByRole("heading", { name: "Linked accounts" }).waitFor();
  await context.close();
  assert.deepEqual(unexpected(problems), []);
});

test("an account is linked on its page, signs in with the provider, and is unlinked after a sign-in there in another tab", async () => {
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}/login?next=%2Faccount`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/account");
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Linked accounts" }) });
  await card.getByText("No account is linked.").waitFor();
  await card.getByRole("button", { name: "Link account" }).click();
  await signInThere(page, "ada");
  await page.waitForURL("**/account");
  await card.getByRole("button", { name: "Unlink Acme" }).waitFor();

  const other = await newReader(browser);
  await other.page.goto(`${demo.listening}/login?next=%2Faccount`);
  await other.page.getByRole("link", { name: "Sign in with Acme" }).click();
  await signInThere(other.page, "ada");
  await other.page.waitForURL("**/account");
  await other.page.getByText(owner.email).filter({ visible: true }).first().waitFor();
  await other.context.close();

  // An open page loads parts of others when it has nothing else to do.
  await page.goto("about:blank");
  await demo.stop();
  execFileSync("python3", ["-c", LATER, join(demo.folder, "data/metadata.db")]);
  demo = await serveAgain(demo, environment);
  await page.goto(`${demo.listening}/account`);
  await card.getByRole("button", { name: "Unlink Acme" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unlink" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm that it’s you" });
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    asked.getByRole("button", { name: "Sign in again with Acme" }).click(),
  ]);
  await signInThereAgain(tab, "ada");
  await tab.getByText("Close this tab and go on in the other one.").waitFor();
  await card.getByText("No account is linked.").waitFor();
  await context.close();
  assert.deepEqual(unexpected([...problems, ...other.problems]), []);
});

test("a person who declines, or returns too late, reads why on the sign-in page", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${demo.listening}/login`);
  await page.getByRole("link", { name: "Sign in with Acme" }).click();
  await page.getByRole("link", { name: "[ Cancel ]" }).click();
  await page.getByText("You did not sign in there.").waitFor();
  await page.goto(`${demo.listening}/api/v1/auth/oidc/acme/callback?code=x&state=y`);
  await page.getByText("That took too long, or began in another browser.").waitFor();
  assert.deepEqual(await violations(page), []);
  await context.close();
});
