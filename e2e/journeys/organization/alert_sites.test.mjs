// A person chooses sites for alerts by email, on a phone and by keyboard.

import assert from "node:assert/strict";
import { after } from "node:test";

import { api, becomes, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

const ALERT = "The server begins to refuse an AI crawler";
const PHONE = { width: 390, height: 844 };

test("an alert is chosen for all sites, for one, and for all but one, by keyboard on a phone", async () => {
  const { token: bearer } = await logIn(demo);
  const site = { name: "Second garden", domain: "second.example" };
  const { id: second } = await api(demo, `/sites?orgId=${owner.orgId}`, { bearer, method: "POST", body: site });
  const stored = async () => {
    const { items } = await api(demo, "/me/notifications", { bearer });
    const { wanted, except } = items.find((/** @type {{ kind: string }} */ { kind }) => kind === "crawler.refused");
    return { wanted, except };
  };
  const { context, page, problems } = await newReader(browser);
  await page.setViewportSize(PHONE);
  await signIn(page, `${demo.listening}/account`, owner);
  const alert = page.getByRole("switch", { name: ALERT });
  await alert.focus();
  await page.keyboard.press("Space");
  await becomes(async () => (await stored()).wanted, true);

  const open = page.getByRole("button", { name: `Choose sites: ${ALERT}` });
  const dialog = page.getByRole("dialog", { name: ALERT });
  /** Chooses an extent and sites, and saves. */
  const choose = async (/** @type {string} */ extent, /** @type {string[]} */ names) => {
    await open.focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: /Get this alert for$/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: extent, exact: true }).focus();
    await page.keyboard.press("Enter");
    for (const name of names) {
      await dialog.getByRole("checkbox", { name }).focus();
      await page.keyboard.press("Space");
    }
    assert.deepEqual(await violations(page), []);
    const { right } = await dialog.evaluate((element) => element.getBoundingClientRect());
    assert.ok(right <= PHONE.width, `${right}`);
    await dialog.getByRole("button", { name: "Save sites" }).focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
  };
  await choose("Selected sites only", ["Second garden"]);
  assert.deepEqual(await stored(), { wanted: false, except: [second] });
  await page.getByText("Only for 1 site.").waitFor();
  await choose("All sites except selected ones", []);
  assert.deepEqual(await stored(), { wanted: true, except: [second] });
  await page.getByText("For all sites except 1.").waitFor();
  assert.equal(await alert.isChecked(), true);

  // What was chosen is read back, also in German.
  const german = await newReader(browser, { locale: "de-DE", viewport: PHONE });
  await signIn(german.page, `${demo.listening}/account`, owner);
  await german.page.getByText("Für alle Websites außer einer.").waitFor();
  await german.context.close();

  await choose("All sites", []);
  assert.deepEqual(await stored(), { wanted: true, except: [] });
  await alert.focus();
  await page.keyboard.press("Space");
  await open.waitFor({ state: "detached" });
  assert.deepEqual(await stored(), { wanted: false, except: [] });
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
