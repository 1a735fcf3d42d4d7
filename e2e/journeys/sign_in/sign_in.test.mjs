// Signing in and up, the first owner, one-time links, invitations, and signing out.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { api, logIn, startDemo, startEmpty } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { invite, ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openSettled } from "../../scenes/settled.mjs";

const { test, cell } = journeysOf(import.meta.url);

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof ownerOf>} */
let owner;
/** @type {{ orgId: string, token: string }} */
let session;

before(async () => {
  [browser, demo] = await Promise.all([
    openBrowser(),
    startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_AUTH__CONTACT: "the help desk" }),
  ]);
  owner = ownerOf(demo, "enterprise");
  session = await logIn(demo);
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

const keysAddress = () => `${demo.listening}/orgs/${owner.orgId}/keys`;

test("a wrong password is reported in the API's words, and the address stays typed", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${demo.listening}/login`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByLabel("Email").inputValue(), owner.email);
  assert.ok(page.url().endsWith("/login"));
  await context.close();
});

test("a person who opens a page without a session is led back to it, with its filters, and the sign-in page is not in the history", async () => {
  const { context, page, problems } = await newReader(browser);
  const wanted = `/sites/${demo.siteId}/pages?q=%2Fguides&sort=views`;
  await signIn(page, demo.listening + wanted, owner);
  await page.waitForURL((url) => url.pathname + url.search === wanted);
  await page.goBack();
  assert.equal(page.url(), "about:blank");
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("another language and other colors are chosen before sign-in, by keyboard alone, and what was typed stays", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${demo.listening}/login`);
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByRole("radio", { name: "English" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Bei Askline anmelden" }).waitFor();
  assert.equal(await page.title(), "Bei Askline anmelden · Askline");
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.getByRole("radio", { name: "Dunkel" }).getAttribute("aria-checked"), "true");
  assert.equal(await page.locator("input[name=email]").inputValue(), "ada@example.org");
  assert.deepEqual(await violations(page), []);
  await page.reload();
  await page.getByRole("heading", { name: "Bei Askline anmelden" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await context.close();
});

test("a lost connection is shown above the form, and the same button works once it is back", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${demo.listening}/login`);
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").filter({ hasText: "Can’t reach Askline." }).waitFor();
  assert.deepEqual(await violations(page), []);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "All sites" }).waitFor();
  await context.close();
});

for (const next of ["http://elsewhere.example/", "//elsewhere.example/", "/.//elsewhere.example"]) {
  test(`a sign-in never leads to ${next}`, async () => {
    const { context, page, problems } = await newReader(browser);
    await signIn(page, `${demo.listening}/login?next=${encodeURIComponent(next)}`, owner);
    await page.getByRole("heading", { name: "All sites" }).waitFor();
    assert.equal(new URL(page.url()).origin, demo.listening);
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });
}

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

test("an invited person joins with a click, sees no page of admins, and the API refuses them there as well", async () => {
  const viewer = await invite(demo, session, "viewer");
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}/join#${viewer.token}`);
  await page.getByLabel("Password", { exact: true }).fill(viewer.password);
  assert.ok(!page.url().includes("#"), "the token is out of the address before it is spent");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("heading", { name: "All sites" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "API keys" }).count(), 0);
  await page.goto(keysAddress());
  await page.getByText("You don’t have access to API keys").waitFor();
  assert.equal(
    await page.evaluate((orgId) => fetch(`/api/v1/keys?orgId=${orgId}`).then(({ status }) => status), owner.orgId),
    403,
  );
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("an invitation names organization, inviter and role before it is accepted, by an existing account", async () => {
  const member = await invite(demo, session, "member");
  const foreign = ownerOf(demo, "pro");
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, foreign);
  await page.goto(`${demo.listening}/join#${member.token}`);
  await page.getByRole("heading", { name: /^Join / }).waitFor();
  await page.getByText(owner.email).waitFor();
  await page.getByText(/^Member/).waitFor();
  await page.getByText(`You join as ${foreign.email}.`).waitFor();
  assert.ok(!page.url().includes("#"));
  await page.getByRole("button", { name: "Join" }).click();
  // A person who leaves the page before this point has not joined.
  await page.waitForURL((url) => url.pathname !== "/join");
  await page.goto(`${demo.listening}/account`);
  const row = page.getByRole("row", { name: /Member/ });
  await row.waitFor();

  await row.getByRole("button").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await row.waitFor({ state: "detached" });
  assert.equal(
    await page.evaluate((orgId) => fetch(`/api/v1/orgs/${orgId}`).then(({ status }) => status), owner.orgId),
    404,
  );

  await page.goto("about:blank");
  await page.goto(`${demo.listening}/join#${member.token}`);
  await page.getByRole("heading", { name: "This invitation is no longer valid" }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("the only owner cannot leave, and sees what to do", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, owner);
  await page.getByRole("button", { name: /^Leave / }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Leave" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /^Leave / }).waitFor();
  await context.close();
});

test("a person can choose a new password with a one-time address, once", async () => {
  const { email } = ownerOf(demo, "business");
  const { url } = await demo.run("user", "reset-password", email);
  const address = new URL(url);
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}${address.pathname}${address.hash}`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Password", { exact: true }).fill("five words in a row");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForURL((url) => !url.pathname.startsWith("/enter"));
  const other = await newReader(browser);
  await other.page.goto(`${demo.listening}${address.pathname}${address.hash}`);
  await other.page.getByRole("button", { name: "Sign in" }).click();
  await other.page.getByRole("alert").waitFor();
  await other.context.close();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("one's name is changed in the profile, and every member sees it", async () => {
  const { context, page } = await newReader(browser);
  const pro = ownerOf(demo, "pro");
  await signIn(page, `${demo.listening}/account`, pro);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("  Ada\u0007 Lovelace ");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Remove line breaks and control characters.").waitFor();
  await name.fill("  Ada Lovelace ");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your name is saved.").waitFor();
  await page.getByRole("navigation").getByText("Ada Lovelace").waitFor();
  const { token } = await api(demo, "/auth/login", {
    method: "POST",
    body: { email: pro.email, password: pro.password },
  });
  assert.equal((await api(demo, "/me", { bearer: token })).user.name, "Ada Lovelace");
  await context.close();
});

test("the sign-in page says whom to ask, and offers an account only if sign-up is open", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${demo.listening}/login`);
  await page.getByText("Ask the help desk for a one-time sign-in link.").waitFor();
  await page.getByText("An admin of your organization can invite you.").waitFor();
  assert.equal(await page.getByRole("link", { name: "Create an account" }).count(), 0);
  await page.goto(`${demo.listening}/signup`);
  await page.getByRole("heading", { name: "Accounts are created by invitation only" }).waitFor();
  await context.close();
});

test("the first owner sets an instance up, and another person signs up where that is open", async () => {
  const empty = await startEmpty({ ASKLINE_AUTH__SIGNUP: "true" });
  const { context, page, problems } = await newReader(browser);
  // Opening an empty instance leads to its set-up page, which says where the token is.
  await page.goto(empty.listening);
  await page.getByRole("heading", { name: "Set up Askline" }).waitFor();
  await page.getByText("Printed in the server log when the server last started.").waitFor();
  assert.ok(await page.getByLabel("Setup token").isVisible());
  await page.goto(`${empty.listening}/setup#${empty.setupToken}`);
  await page.getByLabel("Setup token").waitFor({ state: "detached" });
  await page.getByLabel("Organization").fill("Nordlicht");
  await page.getByLabel("Email").fill("first@example.org");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Set up" }).click();
  assert.equal(await page.getByLabel("Organization").inputValue(), "Nordlicht", "what was typed stays");
  await page.getByLabel("Password", { exact: true }).fill("four words in a row");
  await page.keyboard.press("Enter");
  await page.getByText("No sites yet").waitFor();
  await context.close();

  const second = await newReader(browser);
  await second.page.goto(`${empty.listening}/login`);
  await second.page.getByRole("link", { name: "Create an account" }).click();
  await second.page.getByLabel("Organization").fill("Wortwerk");
  await second.page.getByLabel("Email").fill("second@example.org");
  // What the API refuses is shown at its field, which has the focus.
  const password = second.page.getByLabel("Password", { exact: true });
  await password.fill("second@example.org");
  await second.page.getByRole("button", { name: "Create account" }).click();
  await second.page.getByText("Choose a password that is harder to guess.").waitFor();
  assert.equal(await password.evaluate((input) => input === document.activeElement), true);
  assert.deepEqual(await violations(second.page), []);
  await password.fill("four words in a row");
  await second.page.getByRole("button", { name: "Create account" }).click();
  await second.page.getByRole("link", { name: "Add a site" }).waitFor();
  assert.deepEqual(unexpected([...problems, ...second.problems]), []);
  await second.context.close();
  await empty.end();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  cell(`axe finds nothing on the pages before sign-in in ${colorScheme}`, async () => {
    const viewer = await invite(demo, session, "viewer").catch(() => null);
    const { context, page } = await newReader(browser, { colorScheme });
    const paths = [
      "login",
      "signup",
      "setup",
      "enter",
      "join",
      "forgot",
      "reset",
      "prove",
      "undo",
      ...(viewer === null ? [] : [`join#${viewer.token}`]),
      "join#inv_nothing",
    ];
    for (const path of paths) {
      await page.goto("about:blank");
      await openSettled(page, `${demo.listening}/${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      assert.deepEqual(await violations(page), [], path);
    }
    await context.close();
  });
}
