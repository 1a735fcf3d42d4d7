// Journeys through an inbox: a forgotten password, a confirmed and a changed address, an invitation by mail.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { HANDS } from "../../scenes/hands.mjs";
import { openMailBox } from "../../scenes/services/mail_box.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof ownerOf>} */
let owner;
/** @type {Awaited<ReturnType<typeof openMailBox>>} */
let box;

before(async () => {
  box = await openMailBox();
  [browser, demo] = await Promise.all([openBrowser(), startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ...(await box.settings()) })]);
  owner = ownerOf(demo, "enterprise");
});
after(async () => {
  await browser?.close();
  await demo?.end();
  await box?.end();
});

test("a banner asks for the address to be confirmed, and the mailed link does it", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, owner);
  await page.getByText("Confirm your email address so that").waitFor();
  await page.getByText("Not confirmed").waitFor();
  await page.getByRole("button", { name: "Send confirmation link" }).click();
  await page.getByText("A confirmation link is on its way").waitFor();
  await page.goto(demo.listening + (await box.link(owner.email, "prove")));
  assert.ok(!page.url().includes("#"), "the token is out of the address before it is spent");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Your email address is confirmed").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto(`${demo.listening}/account`);
  await page.getByText("Confirmed", { exact: true }).waitFor();
  assert.equal(await page.getByText("Confirm your email address so that").count(), 0);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("who forgot the password sets a new one from the mail, by keyboard alone, and signs in with it", async () => {
  await demo.run("user", "prove", owner.email);
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
  await page.getByLabel("Email").focus();
  await page.keyboard.type(owner.email);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
  assert.deepEqual(await violations(page), []);

  await page.goto(demo.listening + (await box.link(owner.email, "reset")));
  await page.getByLabel("Password", { exact: true }).focus();
  await page.keyboard.type("a password that is new");
  await page.keyboard.press("Enter");
  await page.getByText("Your password is changed").waitFor();
  assert.deepEqual(await violations(page), []);
  owner.password = "a password that is new";
  await signIn(page, `${demo.listening}/login`, owner);
  await page.getByRole("heading", { name: "All sites" }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

/** Some controls have a label that another one's begins with. @param {import("playwright-core").Page} page @param {string} name */
const field = (page, name) => page.locator(`#content form input[name=${name}], main form input[name=${name}], [role=dialog] input[name=${name}]`);

/**
 * Signs in without touching anything but what the hand does.
 * @param {import("../../scenes/hands.mjs").Hand} hand
 * @param {import("playwright-core").Page} page
 * @param {string} path
 */
async function enter(hand, page, path) {
  await page.goto(demo.listening + path);
  await hand.fill(field(page, "email"), owner.email);
  await hand.fill(field(page, "password"), owner.password);
  await hand.press(page.locator("button[type=submit]"));
  await page.locator("#content h1").first().waitFor();
}

for (const [place, hand] of HANDS.entries()) {
  test(`an address that was changed is taken back from the old one, ${hand.name}`, async () => {
    await demo.run("user", "prove", owner.email);
    const { context, page, problems } = await newReader(browser);
    const next = `new${place}@example.org`;
    await enter(hand, page, "/account");
    const form = page.locator("form").filter({ hasText: "New email address" });
    await hand.fill(form.getByLabel("New email address"), next);
    await hand.fill(form.locator("input[name=password]"), owner.password);
    await hand.press(form.getByRole("button", { name: "Change email address" }));
    await page.getByText("Open the link in the email that we sent to your new address").waitFor();
    await page.getByText(`${next}, once you confirm it`).waitFor();
    await page.goto(demo.listening + (await box.link(next, "prove")));
    await hand.press(page.getByRole("button", { name: "Confirm" }));
    await page.getByText(`${next} is the address of your account`).waitFor();
    await page.goto(demo.listening + (await box.link(owner.email, "undo")));
    await hand.press(page.getByRole("button", { name: "Undo change" }));
    await page.getByText(`A link for a new password is on its way to ${owner.email}`).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.goto(demo.listening + (await box.link(owner.email, "reset")));
    const password = `a password after that ${place}`;
    await hand.fill(page.getByLabel("Password", { exact: true }), password);
    await hand.press(page.getByRole("button", { name: "Set password" }));
    await page.getByText("Your password is changed").waitFor();
    owner.password = password;
    await enter(hand, page, "/login");
    await page.getByRole("heading", { name: "All sites" }).waitFor();
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });

  test(`who is invited by mail joins from it, with a confirmed address, ${hand.name}`, async () => {
    const { context, page, problems } = await newReader(browser);
    const mary = `mary${place}@example.org`;
    await enter(hand, page, `/orgs/${owner.orgId}/members`);
    await hand.press(page.getByRole("button", { name: "Invite someone" }).first());
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The invitation is emailed to this address").waitFor();
    await hand.fill(dialog.locator("input[name=email]"), mary);
    await hand.press(dialog.getByRole("button", { name: "Create link" }));
    await dialog.getByText("The invitation was sent by email").waitFor();
    await hand.press(dialog.getByRole("button", { name: "Done" }));
    await page.getByText(mary).first().waitFor();
    await context.clearCookies();
    await page.goto(demo.listening + (await box.link(mary, "join")));
    await hand.fill(page.getByLabel("Password", { exact: true }), "a password of Mary's");
    await hand.press(page.getByRole("button", { name: "Join" }));
    await page.getByRole("heading", { name: "All sites" }).waitFor();
    await page.goto(`${demo.listening}/account`);
    await page.getByText("Confirmed", { exact: true }).waitFor();
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });
}
