// Members in the dashboard: invited by a link, joined, given another role, and removed. A removed member is refused
// from then on.

import assert from "node:assert/strict";
import { after } from "node:test";

import { api, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { enterAs, ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { INPUT_DEVICES } from "../../scenes/input_devices.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test, cell } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);
const { token } = await logIn(demo);

const address = () => `${demo.listening}/orgs/${owner.orgId}/members`;

for (const [number, device] of INPUT_DEVICES.entries()) {
  test(`a person is invited, joins, is removed, and their next request is refused, ${device.name}`, async () => {
    const email = `new${number}@example.org`;
    const { context, page, problems } = await newReader(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, address(), owner);
    await device.press(page.getByRole("button", { name: "Invite someone" }).first());
    const dialog = page.getByRole("dialog");
    await device.fill(dialog.getByLabel("Email"), email);
    await device.press(dialog.getByRole("button", { name: "Create link" }));
    await dialog.getByText("Copy the link now").waitFor();
    assert.doesNotMatch(await page.content(), /join#inv/, "the link is masked until it is wanted");
    await device.press(dialog.getByRole("button", { name: "Copy: link" }));
    await dialog.getByRole("button", { name: "Copied: link" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(`${demo.listening}/join#`), link);
    await device.press(dialog.getByRole("button", { name: "Done" }));
    await page
      .getByRole("region", { name: "Pending invitations" })
      .getByRole("row", { name: new RegExp(email) })
      .waitFor();

    const guest = await newReader(browser);
    await guest.page.goto(link);
    await device.fill(guest.page.getByLabel("Password", { exact: true }), "four words in a row");
    await device.press(guest.page.getByRole("button", { name: "Join" }));
    await guest.page.locator("#content h1, #content h2").first().waitFor();
    const asksOrganization = () =>
      guest.page.evaluate((orgId) => fetch(`/api/v1/orgs/${orgId}`).then(({ status }) => status), owner.orgId);
    assert.equal(await asksOrganization(), 200);

    await page.reload();
    await device.press(page.getByRole("button", { name: `Actions for ${email}` }));
    await device.press(page.getByRole("menuitem", { name: "Change the role…" }));
    await device.press(dialog.getByRole("button", { name: /Role/ }));
    await device.press(page.getByRole("option", { name: "Viewer" }));
    await dialog.getByText("Sees figures and citations").waitFor();
    await device.press(dialog.getByRole("button", { name: "Change the role" }));
    await page
      .getByRole("row", { name: new RegExp(email) })
      .getByRole("cell", { name: /^Viewer/ })
      .waitFor();

    await device.press(page.getByRole("button", { name: `Actions for ${email}` }));
    await device.press(page.getByRole("menuitem", { name: "Remove…" }));
    await device.press(page.getByRole("alertdialog").getByRole("button", { name: "Remove" }));
    await page.getByRole("row", { name: new RegExp(email) }).waitFor({ state: "detached" });
    assert.equal(await asksOrganization(), 404, "to them it is not there from the next request on");
    await guest.page.goto(`${demo.listening}/orgs/${owner.orgId}/sites`);
    await guest.page.getByText("Page not found").waitFor();
    assert.deepEqual(unexpected(problems), []);
    await Promise.all([context.close(), guest.context.close()]);
  });
}

test("a new link ends the one before, and a withdrawn invitation leads nowhere", async () => {
  const { invitation, member } = await api(demo, `/orgs/${owner.orgId}/members`, {
    bearer: token,
    method: "POST",
    body: { email: "late@example.org", role: "member" },
  });
  const seen = (/** @type {string} */ held) =>
    fetch(`${demo.listening}/api/v1/auth/invitations/show`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: held }),
    }).then(({ status }) => status);
  assert.equal(await seen(invitation.token), 200);
  const { context, page } = await newReader(browser);
  await signIn(page, address(), owner);
  await page.getByRole("button", { name: "Actions for late@example.org" }).click();
  await page.getByRole("menuitem", { name: "Create a new link…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create a new link" }).click();
  await page.getByText("Copy the link now").waitFor();
  assert.equal(await seen(invitation.token), 401);
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Actions for late@example.org" }).click();
  await page.getByRole("menuitem", { name: "Withdraw…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("No pending invitations").waitFor();
  const { items } = await api(demo, `/orgs/${owner.orgId}/members`, { bearer: token });
  assert.ok(!items.some((/** @type {{ userId: string }} */ { userId }) => userId === member.userId));
  await context.close();
});

test("the only owner is offered neither another role nor the way out", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, address(), owner);
  const own = page.getByRole("row", { name: /You/ });
  await own.getByText("The only owner").waitFor();
  assert.equal(await own.getByRole("button").count(), 0);
  await context.close();
});

test("without a mail server the settings say what it would be for, and an invitation that nothing is sent", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/settings`, owner);
  const email = page.getByRole("region", { name: "Email" });
  await email.getByText("Not set up").waitFor();
  await email.getByText("sends invitations, password reset links and security notices by email").waitFor();
  await page.goto(address());
  await page.getByRole("button", { name: "Invite someone" }).first().click();
  await page.getByRole("dialog").getByText("Nothing is sent to this address").waitFor();
  await context.close();
});

test("a member at the address sees whom to ask, and the API refuses the member as well", async () => {
  const { context, page } = await newReader(browser);
  await enterAs(page, demo, { orgId: owner.orgId, token }, "member");
  await page.goto(address());
  await page.getByText("You don’t have access to members").waitFor();
  assert.equal(
    await page.evaluate((orgId) => fetch(`/api/v1/orgs/${orgId}/members`).then(({ status }) => status), owner.orgId),
    403,
  );
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  cell(`axe finds nothing in members and the form of an invitation in ${colorScheme}`, async () => {
    const { context, page } = await newReader(browser, { colorScheme });
    await signIn(page, address(), owner);
    // The announcement for screen readers disappears with the page.
    await page.reload();
    await page.getByRole("row", { name: /You/ }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Invite someone" }).first().click();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await violations(page), [], "the form");
    await context.close();
  });
}
