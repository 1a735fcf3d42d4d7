// Webhooks in the dashboard: created, failing, shown, and sent again. The secret disappears with its dialog.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { api, becomes, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { enterAs, ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { INPUT_DEVICES } from "../../scenes/input_devices.mjs";
import { startReceiver } from "../../scenes/services/receiver.mjs";

const { test, cell } = journeysOf(import.meta.url);

const HOOK = { url: "https://example.com/hook", events: ["key.created"] };
const SECRET = /whsec_[0-9A-Za-z+/=]{20,}/;

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof ownerOf>} */
let owner;
/** @type {string} */
let token;

before(async () => {
  const settings = { ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_OUTGOING__ALLOWED: "127.0.0.1/32" };
  [browser, demo] = await Promise.all([openBrowser(), startDemo(settings)]);
  owner = ownerOf(demo, "enterprise");
  ({ token } = await logIn(demo));
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

const address = () => `${demo.listening}/orgs/${owner.orgId}/webhooks`;

for (const device of INPUT_DEVICES) {
  test(`a webhook that fails is shown with request and answer, and its message arrives when it is sent again, ${device.name}`, async () => {
    const receiver = await startReceiver();
    const { context, page, problems } = await newReader(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, address(), owner);
    await device.press(page.getByRole("button", { name: "Create webhook" }).first());
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Slack, Discord and Microsoft Teams can’t read these messages themselves.").waitFor();
    for (const name of ["site.stale", "key.expiring"]) await dialog.getByText(name, { exact: true }).waitFor();
    await device.fill(dialog.getByLabel("URL", { exact: true }), "https://10.0.0.1/hook");
    await device.press(dialog.getByRole("button", { name: "Create webhook" }));
    await dialog.getByText("The URL must be reachable from the internet.").waitFor();
    await device.fill(dialog.getByLabel("URL", { exact: true }), receiver.url);
    await device.fill(dialog.getByLabel("Purpose"), `Chat ${device.name}`);
    await device.press(dialog.getByRole("button", { name: "Create webhook" }));

    await dialog.getByText("Copy the secret now").waitFor();
    assert.doesNotMatch(await page.content(), SECRET, "masked until it is asked for");
    await device.press(dialog.getByRole("button", { name: "Show" }));
    const [secret = ""] = SECRET.exec((await dialog.getByTestId("secret").textContent()) ?? "") ?? [];
    assert.notEqual(secret, "");
    await device.press(dialog.getByRole("button", { name: "Done, send a test message" }));

    // The receiver does not have the secret yet, and answers with an error.
    await page.getByText("Failed · 400").waitFor();
    assert.ok(!(await page.content()).includes(secret), "the secret goes with its dialog");
    const sheet = page.getByRole("dialog");
    await sheet.getByText("no secret yet").waitFor();
    assert.match(await sheet.getByLabel("Request body").innerText(), /"type": "webhook.test"/);
    assert.match(page.url(), /open=whk_\w+&delivery=dlv_\w+/, "the address shows the same to whoever may see it");
    const messageId = await sheet.locator("dd", { hasText: /^msg_/ }).innerText();

    receiver.knows(secret);
    await device.press(sheet.getByRole("button", { name: "Send again" }));
    await sheet.getByText("Delivered · 204").waitFor();
    await becomes(async () => receiver.received.map(({ type }) => type), ["webhook.test"]);
    assert.equal(await sheet.locator("dd", { hasText: /^msg_/ }).innerText(), messageId, "a repeat is known by its id");

    await device.press(sheet.getByRole("link", { name: "All deliveries" }));
    await sheet.getByText("2 deliveries in the last 30 days").waitFor();
    await device.press(sheet.getByRole("link", { name: "Failed", exact: true }));
    await sheet.getByText("1 delivery in the last 30 days").waitFor();
    await device.press(sheet.getByRole("button", { name: `Actions for Chat ${device.name}` }));
    await device.press(page.getByRole("menuitem", { name: "Delete…" }));
    await device.press(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
    await page.getByText("No webhooks yet").waitFor();
    assert.deepEqual((await api(demo, `/webhooks?orgId=${owner.orgId}`, { bearer: token })).items, []);
    assert.deepEqual(unexpected(problems), []);
    await context.close();
    await receiver.end();
  });
}

test("a webhook is edited, its secret rotated, disabled and enabled again", async () => {
  const { id } = await api(demo, `/webhooks?orgId=${owner.orgId}`, {
    bearer: token,
    method: "POST",
    body: HOOK,
  });
  const { context, page, problems } = await newReader(browser);
  await signIn(page, address(), owner);
  const actions = page.getByRole("button", { name: "Actions for example.com/hook" });
  const dialog = page.getByRole("dialog");
  await actions.click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  await dialog.getByText("A key is revoked").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await actions.click();
  await page.getByRole("menuitem", { name: "Rotate the secret…" }).click();
  await dialog.getByRole("button", { name: "Rotate" }).click();
  await dialog.getByText("Copy the secret now").waitFor();
  assert.doesNotMatch(await page.content(), SECRET);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await actions.click();
  await page.getByRole("menuitem", { name: "Disable…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await page
    .getByRole("row", { name: /example.com/ })
    .getByText("Disabled")
    .waitFor();
  await actions.click();
  await page.getByRole("menuitem", { name: "Enable" }).click();
  await page
    .getByRole("row", { name: /example.com/ })
    .getByText("Enabled")
    .waitFor();
  const [webhook] = (await api(demo, `/webhooks?orgId=${owner.orgId}`, { bearer: token })).items;
  assert.deepEqual(
    [webhook.id, webhook.events.toSorted(), webhook.enabled, webhook.previousSecretExpiresAt !== null],
    [id, ["key.created", "key.revoked"], true, true],
  );
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a member at the address sees whom to ask, and the API refuses the member as well", async () => {
  const { context, page } = await newReader(browser);
  await enterAs(page, demo, { orgId: owner.orgId, token }, "member");
  await page.goto(address());
  await page.getByText("You don’t have access to webhooks").waitFor();
  assert.equal(await page.getByRole("navigation").getByRole("link", { name: "Webhooks" }).count(), 0);
  assert.equal(
    await page.evaluate((orgId) => fetch(`/api/v1/webhooks?orgId=${orgId}`).then(({ status }) => status), owner.orgId),
    403,
  );
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  cell(`axe finds nothing in list, form and deliveries in ${colorScheme}`, async () => {
    const { items } = await api(demo, `/webhooks?orgId=${owner.orgId}`, { bearer: token });
    if (!items.some((/** @type {{ url: string }} */ { url }) => url === HOOK.url))
      await api(demo, `/webhooks?orgId=${owner.orgId}`, { bearer: token, method: "POST", body: HOOK });
    const { context, page } = await newReader(browser, { colorScheme });
    await signIn(page, address(), owner);
    // The announcement for screen readers disappears with the page.
    await page.reload();
    await page.getByRole("row", { name: /example.com/ }).waitFor();
    assert.deepEqual(await violations(page), [], "the list");
    await page.getByRole("button", { name: "Create webhook" }).first().click();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await violations(page), [], "the form");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "example.com/hook" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send a test message" }).click();
    await page.getByRole("dialog").getByLabel("Request body").waitFor();
    assert.deepEqual(await violations(page), [], "a delivery");
    await context.close();
  });
}
