// Tasks that use an inbox: password reset, address confirmation and change, email invitation.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { api, becomes, logIn, startDemo, startEmpty } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { INPUT_DEVICES } from "../../scenes/input_devices.mjs";
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
  [browser, demo] = await Promise.all([
    openBrowser(),
    startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ...(await box.settings()) }),
  ]);
  owner = ownerOf(demo, "enterprise");
});
after(async () => {
  await browser?.close();
  await demo?.end();
  await box?.end();
});

for (const encryption of /** @type {const} */ (["starttls", "tls"])) {
  test(`an email goes encrypted, by ${encryption}, to a server whose certificate is accepted, and a parser reads what people read`, async () => {
    const secure = await openMailBox(encryption);
    const instance = await startEmpty(await secure.settings());
    await instance.run("mail", "test", "ada@example.com");
    const [mail, ...others] = secure.mails("ada@example.com");
    assert.deepEqual(others, []);
    assert.ok(mail?.isEncrypted);
    const { subject, from, to, headers, text = "", html, attachments } = mail.parsed;
    assert.deepEqual(
      [subject, from?.text, [to].flat().map((one) => one?.text)],
      ["Askline can send email", '"Askline" <askline@example.com>', ["ada@example.com"]],
    );
    assert.equal(headers.get("auto-submitted"), "auto-generated");
    for (const part of [text, html || ""]) assert.match(part, /This test message was sent on .* UTC\. Email works\./);
    assert.deepEqual(attachments, []);
    await instance.end();
    await secure.end();
  });
}

test("a person signs up with a mailed link, and a second sign-up with the address gets the same page and another email", async () => {
  const open = await startEmpty({ ASKLINE_AUTH__SIGNUP: "true", ...(await box.settings()) });
  const first = {
    token: open.setupToken,
    email: "first@example.org",
    password: "four words in a row",
    organizationName: "One",
  };
  await api(open, "/auth/setup", { method: "POST", body: first });
  const signUp = async (/** @type {import("playwright-core").Page} */ page) => {
    await page.goto(`${open.listening}/signup`);
    await page.getByLabel("Organization").fill("Wortwerk");
    await page.getByLabel("Email").fill("second@example.org");
    await page.getByLabel("Password", { exact: true }).fill("four words in a row");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    await page.getByText("We sent an email to second@example.org").waitFor();
    assert.deepEqual(await violations(page), []);
  };
  const { context, page, problems } = await newReader(browser);
  await signUp(page);
  await page.goto(open.listening + (await box.link("second@example.org", "prove")));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("No sites yet").waitFor();
  const other = await newReader(browser);
  await signUp(other.page);
  await becomes(
    async () =>
      box.mails("second@example.org").some(({ parsed }) => parsed.subject === "You already have an Askline account"),
    true,
  );
  assert.deepEqual(unexpected([...problems, ...other.problems]), []);
  await other.context.close();
  await context.close();
  await open.end();
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
  assert.ok(box.mails(owner.email).every(({ isEncrypted }) => isEncrypted));
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

/**
 * Some labels begin with another control's label, so fields are found by name. @param {import("playwright-core").Page}
 * page @param {string} name
 */
const field = (page, name) =>
  page.locator(`#content form input[name=${name}], main form input[name=${name}], [role=dialog] input[name=${name}]`);

/**
 * Signs in using only this input device.
 * @param {import("../../scenes/input_devices.mjs").InputDevice} device
 * @param {import("playwright-core").Page} page
 * @param {string} path
 */
async function enter(device, page, path) {
  await page.goto(demo.listening + path);
  await device.fill(field(page, "email"), owner.email);
  await device.fill(field(page, "password"), owner.password);
  await device.press(page.locator("button[type=submit]"));
  await page.locator("#content h1").first().waitFor();
}

for (const device of INPUT_DEVICES) {
  test(`who forgot the password sets a new one from the mail and signs in with it, ${device.name}`, async () => {
    await demo.run("user", "prove", owner.email);
    const { context, page, problems } = await newReader(browser);
    await page.goto(`${demo.listening}/login`);
    await device.press(page.getByRole("link", { name: "Forgot your password?" }));
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await device.fill(page.getByLabel("Email"), owner.email);
    await device.press(page.getByRole("button", { name: "Send link" }));
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    assert.deepEqual(await violations(page), []);

    await page.goto(demo.listening + (await box.link(owner.email, "reset")));
    const password = `a password that is new, ${device.name}`;
    await device.fill(page.getByLabel("Password", { exact: true }), password);
    await device.press(page.getByRole("button", { name: "Set password" }));
    await page.getByText("Your password is changed").waitFor();
    assert.deepEqual(await violations(page), []);
    owner.password = password;
    await device.press(page.getByRole("link", { name: "Sign in" }));
    await device.fill(field(page, "email"), owner.email);
    await device.fill(field(page, "password"), owner.password);
    await device.press(page.locator("button[type=submit]"));
    await page.getByRole("heading", { name: "All sites" }).waitFor();
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });
}

for (const [place, device] of INPUT_DEVICES.entries()) {
  test(`an address that was changed is taken back from the old one, ${device.name}`, async () => {
    await demo.run("user", "prove", owner.email);
    const { context, page, problems } = await newReader(browser);
    const next = `new${place}@example.org`;
    await enter(device, page, "/account");
    const form = page.locator("form").filter({ hasText: "New email address" });
    await device.fill(form.getByLabel("New email address"), next);
    await device.fill(form.locator("input[name=password]"), owner.password);
    await device.press(form.getByRole("button", { name: "Change email address" }));
    await page.getByText("Open the link in the email that we sent to your new address").waitFor();
    await page.getByText(`${next}, once you confirm it`).waitFor();
    await page.goto(demo.listening + (await box.link(next, "prove")));
    await device.press(page.getByRole("button", { name: "Confirm" }));
    await page.getByText(`${next} is the address of your account`).waitFor();
    await page.goto(demo.listening + (await box.link(owner.email, "undo")));
    await device.press(page.getByRole("button", { name: "Undo change" }));
    await page.getByText(`A link for a new password is on its way to ${owner.email}`).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.goto(demo.listening + (await box.link(owner.email, "reset")));
    const password = `a password after that ${place}`;
    await device.fill(page.getByLabel("Password", { exact: true }), password);
    await device.press(page.getByRole("button", { name: "Set password" }));
    await page.getByText("Your password is changed").waitFor();
    owner.password = password;
    await enter(device, page, "/login");
    await page.getByRole("heading", { name: "All sites" }).waitFor();
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });

  test(`who is invited by mail joins from it, with a confirmed address, ${device.name}`, async () => {
    const { context, page, problems } = await newReader(browser);
    const mary = `mary${place}@example.org`;
    await enter(device, page, `/orgs/${owner.orgId}/members`);
    await device.press(page.getByRole("button", { name: "Invite someone" }).first());
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The invitation is emailed to this address").waitFor();
    await device.fill(dialog.locator("input[name=email]"), mary);
    await device.press(dialog.getByRole("button", { name: "Create link" }));
    await dialog.getByText("The invitation was sent by email").waitFor();
    await device.press(dialog.getByRole("button", { name: "Done" }));
    await page.getByText(mary).first().waitFor();
    await context.clearCookies();
    await page.goto(demo.listening + (await box.link(mary, "join")));
    await device.fill(page.getByLabel("Password", { exact: true }), "a password of Mary's");
    await device.press(page.getByRole("button", { name: "Join" }));
    await page.getByRole("heading", { name: "All sites" }).waitFor();
    await page.goto(`${demo.listening}/account`);
    await page.getByText("Confirmed", { exact: true }).waitFor();
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });
}

test("admins see that email fails, since when and why, and which address was rejected", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/settings`, owner);
  const email = page.getByRole("region", { name: "Email" });
  await email.getByText("Set up, no problems").waitFor();
  const { token } = await logIn({ ...demo, organizations: [{ ...owner, key: demo.key }] });
  const invite = (/** @type {string} */ address) =>
    api(demo, `/orgs/${owner.orgId}/members`, {
      bearer: token,
      method: "POST",
      body: { email: address, role: "viewer" },
    });
  const failure = () => api(demo, `/mail?orgId=${owner.orgId}`, { bearer: token }).then((mail) => mail.failure);
  box.fail("554 5.7.1 go away");
  await invite("late@example.org");
  await becomes(failure, "554 5.7.1 go away");
  for (const name of ["settings", "members"]) {
    await page.goto(`${demo.listening}/orgs/${owner.orgId}/${name}`);
    await page.getByText(/hasn’t been able to send email since .*: 554 5\.7\.1 go away/).waitFor();
    assert.deepEqual(await violations(page), [], name);
  }
  await page.goto(`${demo.listening}/orgs/${owner.orgId}/settings`);
  await email.getByText("Failing").waitFor();
  // The next email that is sent ends the failure; the waiting one is sent later.
  box.work();
  await invite("soon@example.org");
  await box.link("soon@example.org", "join");
  await becomes(failure, null);
  await page.reload();
  await email.getByText("Set up, no problems").waitFor();

  box.refuse("gone@example.org", "550 5.1.1 no such user");
  await invite("gone@example.org");
  await page.goto(`${demo.listening}/orgs/${owner.orgId}/members`);
  const row = page.getByRole("region", { name: "Pending invitations" }).getByRole("row", { name: /gone@example\.org/ });
  await becomes(async () => {
    await page.reload();
    await row.waitFor();
    return /Email rejected\s+550 5\.1\.1 no such user/.test(await row.innerText());
  }, true);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
