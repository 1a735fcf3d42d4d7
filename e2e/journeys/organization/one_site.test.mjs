// A client of an agency, invited for one site of forty. They see only that one, until an admin chooses another.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { api, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { INPUT_DEVICES } from "../../scenes/input_devices.mjs";

/** Sites besides those of the demonstration, so that one must be searched for. */
const CLIENTS = 38;

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof ownerOf>} */
let owner;
/** The sites by their number. @type {Map<number, string>} */
const sites = new Map();

before(async () => {
  [browser, demo] = await Promise.all([
    openBrowser(),
    startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_LIMITS__SESSION_PER_MINUTE: "0" }),
  ]);
  owner = ownerOf(demo, "enterprise");
  const { token } = await logIn(demo);
  for (let number = 1; number <= CLIENTS; number += 1) {
    const body = { name: `Client number ${number}`, domain: `client-${number}.example.org` };
    const { id } = await api(demo, `/sites?orgId=${owner.orgId}`, { bearer: token, method: "POST", body });
    sites.set(number, id);
  }
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

for (const [turn, device] of INPUT_DEVICES.entries()) {
  test(`an admin invites a client for one site, and the client sees that site alone, ${device.name}`, async () => {
    const email = `client${turn}@example.org`;
    const { context, page, problems } = await newReader(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, `${demo.listening}/orgs/${owner.orgId}/members`, owner);
    await device.press(page.getByRole("button", { name: "Invite someone" }).first());
    const dialog = page.getByRole("dialog");
    await device.fill(dialog.getByLabel("Email"), email);
    await device.press(dialog.getByRole("button", { name: /Role/ }));
    await device.press(page.getByRole("option", { name: "Viewer" }));
    await device.press(dialog.getByRole("button", { name: /Sites/ }));
    await device.press(page.getByRole("option", { name: "Selected sites only" }));
    await dialog.getByText("No sites are selected").waitFor();
    await device.fill(dialog.getByRole("searchbox", { name: "Search sites" }), "number 17");
    await device.check(dialog.getByRole("checkbox", { name: /Client number 17/ }));
    await dialog.getByText("1 site selected").waitFor();
    assert.deepEqual(await violations(page), [], "the form with its sites");
    await device.press(dialog.getByRole("button", { name: "Create link" }));
    await device.press(dialog.getByRole("button", { name: "Copy: link" }));
    await dialog.getByRole("button", { name: "Copied: link" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await device.press(dialog.getByRole("button", { name: "Done" }));
    await page
      .getByRole("region", { name: "Pending invitations" })
      .getByRole("row", { name: new RegExp(email) })
      .getByText("Client number 17")
      .last()
      .waitFor();

    const client = await newReader(browser);
    await client.page.goto(link);
    await device.fill(client.page.getByLabel("Password", { exact: true }), "four words in a row");
    await device.press(client.page.getByRole("button", { name: "Join" }));
    // With one site there is no list to choose from: its overview is the start page.
    await client.page.waitForURL(`**/sites/${sites.get(17)}/overview`);
    const bar = client.page.getByRole("navigation", { name: "Main" });
    await bar.getByText("client-17.example.org").waitFor();
    assert.equal(await bar.getByRole("link", { name: "All sites" }).count(), 0);
    await client.page.keyboard.press("Control+K");
    await client.page.getByRole("searchbox").fill("number");
    await client.page
      .getByRole("menuitem", { name: /Client number 17/ })
      .first()
      .waitFor();
    assert.equal(await client.page.getByRole("menuitem", { name: /Client number (?!17)/ }).count(), 0);
    await client.page.keyboard.press("Escape");
    const shown = await client.page.evaluate(() => fetch("/api/v1/sites").then((answer) => answer.text()));
    assert.deepEqual(
      JSON.parse(shown).data.items.map((/** @type {{ id: string }} */ { id }) => id),
      [sites.get(17)],
    );
    await client.page.goto(`${demo.listening}/sites/${sites.get(18)}/overview`);
    await client.page.getByText("Page not found").waitFor();
    assert.ok(!(await client.page.content()).includes("Client number 18"));

    await page.reload();
    await device.press(page.getByRole("button", { name: `Actions for ${email}` }));
    await device.press(page.getByRole("menuitem", { name: "Choose sites…" }));
    await device.fill(dialog.getByRole("searchbox", { name: "Search sites" }), "number 17");
    await device.check(dialog.getByRole("checkbox", { name: /Client number 17/ }));
    await device.fill(dialog.getByRole("searchbox", { name: "Search sites" }), "number 18");
    await device.check(dialog.getByRole("checkbox", { name: /Client number 18/ }));
    await device.press(dialog.getByRole("button", { name: "Save sites" }));
    await dialog.waitFor({ state: "detached" });
    await client.page.reload();
    await client.page.getByRole("navigation", { name: "Main" }).getByText("client-18.example.org").waitFor();
    const status = await client.page.evaluate(
      (id) => fetch(`/api/v1/sites/${id}`).then((answer) => answer.status),
      sites.get(17),
    );
    assert.equal(status, 404, "the first site is gone for them");
    assert.deepEqual(unexpected(problems), []);
    await Promise.all([context.close(), client.context.close()]);
  });
}
