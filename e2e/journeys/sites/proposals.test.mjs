// Proposed rules: a generation proposes texts for single pages, and a person decides. It reads a site's real pages.
// Without the right to open port 80, on which the pages are served, the tests are skipped.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";

import { api, becomes, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { enterAs, ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { INPUT_DEVICES } from "../../scenes/input_devices.mjs";
import { PAGES, READS_SHOP, SHOP, startShop } from "../../scenes/pages/shop.mjs";

const { test, cell } = journeysOf(import.meta.url);

const shop = await startShop();
const { skip } = shop;

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ orgId: string, token: string }} */
let session;

before(async () => {
  if (skip !== false) return;
  const settings = { ...READS_SHOP, ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_LIMITS__CONFIG_PER_MINUTE: "0" };
  [browser, demo] = await Promise.all([openBrowser(), startDemo(settings)]);
  session = await logIn(demo);
});
after(async () => {
  shop.end();
  await browser?.close();
  await demo?.end();
});

/** Each test has its own site, because a dismissed text is not proposed again. */
async function newSite() {
  const { id } = await api(demo, `/sites?orgId=${session.orgId}`, {
    bearer: session.token,
    method: "POST",
    body: SHOP,
  });
  shop.carry(id, demo.listening);
  const call = (/** @type {string} */ rest, /** @type {{ method?: string, body?: unknown }} */ request = {}) =>
    api(demo, `/rules/${id}${rest}`, { bearer: session.token, ...request });
  return {
    id: /** @type {string} */ (id),
    rules: async () => /** @type {any[]} */ ((await call("?limit=200")).items),
    proposed: () => call("/proposed?limit=200"),
    dismiss: (/** @type {string[]} */ ids) => call("/proposed/dismiss", { method: "POST", body: { ids } }),
    /** Runs a generation without the dashboard. */
    propose: async () => {
      const { id: jobId } = await api(demo, `/prompts/${id}/regenerate`, {
        bearer: session.token,
        method: "POST",
        body: { prompts: true, questions: true },
      });
      await becomes(
        async () => (await api(demo, `/jobs/${jobId}?orgId=${session.orgId}`, { bearer: session.token })).state,
        "succeeded",
      );
    },
  };
}

/**
 * The questions that the widget suggests on a page of the site, once it suggests this many.
 * @param {string} path
 * @param {number} count
 */
async function suggestedOn(path, count) {
  const { context, page } = await newReader(browser);
  await page.goto(`http://localhost${path}`);
  const questions = page.locator("askline-widget .qs a > bdi");
  await questions.nth(count - 1).waitFor();
  const texts = (await questions.allInnerTexts()).map((words) => words.trim());
  await context.close();
  return texts;
}

describe("what a generation proposes", { skip }, () => {
  for (const device of INPUT_DEVICES) {
    test(`counts on its own page once it is approved, and not before, ${device.name}`, async () => {
      const site = await newSite();
      const { context, page, problems } = await newReader(browser, { viewport: { width: 1280, height: 900 } });
      await signIn(page, `${demo.listening}/sites/${site.id}/rules/proposed`, ownerOf(demo, "enterprise"));
      await page.getByRole("heading", { name: "No proposed rules yet" }).waitFor();
      await device.press(page.getByRole("link", { name: "Generate from my pages…" }));
      const dialog = page.getByRole("dialog", { name: "Generate from your pages" });
      await dialog.getByText(/Free of charge/).waitFor();
      await device.press(dialog.getByRole("button", { name: "Generate", exact: true }));
      await dialog.getByText(/waiting for your approval/).waitFor();
      await device.press(dialog.getByRole("link", { name: "Review" }));

      const list = page.getByRole("region", { name: "Proposed rules" });
      await list.getByRole("checkbox").first().waitFor();
      const before = await site.proposed();
      const asking = before.items.find(
        (/** @type {any} */ one) => one.action.type === "set_questions" && one.match.paths[0] !== "/",
      );
      assert.ok(
        asking !== undefined && before.total >= 3,
        `too little was proposed to choose from: ${JSON.stringify(before.items)}`,
      );
      for (const { text: question } of asking.action.questions)
        await list.getByText(question, { exact: true }).first().waitFor();
      assert.equal((await site.rules()).length, 0, "nothing is a rule before somebody approves it");
      const [path] = asking.match.paths;
      const elsewhere = [...PAGES.keys()].find((one) => one !== path && one !== "/");
      const wanted = asking.action.questions.map((/** @type {any} */ one) => one.text);
      const ofSite = (await api(demo, `/sites/${site.id}`, { bearer: session.token })).config.questions.items.map(
        (/** @type {any} */ one) => one.text,
      );
      for (const one of [path, String(elsewhere)])
        assert.deepEqual(await suggestedOn(one, ofSite.length), ofSite, `${one} is as every page`);

      // The first click asks for a confirmation, the second one confirms.
      const place = before.items.indexOf(asking);
      assert.equal(
        await list.getByRole("button", { name: "Approve…" }).isDisabled(),
        true,
        "nothing is chosen for anybody",
      );
      await device.check(list.getByRole("checkbox").nth(place + 1));
      await device.press(list.getByRole("button", { name: "Approve 1…" }));
      const asked = page.getByRole("alertdialog", { name: "Approve one text?" });
      await device.press(asked.getByRole("button", { name: "Approve" }));
      await page.getByRole("status").getByText("1 rule was created.").waitFor();
      const [made] = await site.rules();
      assert.deepEqual([made.name, made.match, made.action], [asking.name, asking.match, asking.action]);
      await list.getByText(/Select all \d+ texts/).waitFor();
      assert.equal((await site.proposed()).total, before.total - 1);

      await becomes(() => suggestedOn(path, Math.min(wanted.length, ofSite.length)), wanted);
      assert.deepEqual(await suggestedOn(String(elsewhere), ofSite.length), ofSite, "another page is as it was");
      assert.deepEqual(unexpected(problems), []);
      await context.close();
    });
  }

  test("is no longer shown when it is dismissed, is back when that is undone, and all of it is approved in one step", async () => {
    const site = await newSite();
    await site.propose();
    const { items, total } = await site.proposed();
    const { context, page } = await newReader(browser, { viewport: { width: 1280, height: 900 } });
    await signIn(page, `${demo.listening}/sites/${site.id}/prompts`, ownerOf(demo, "enterprise"));
    await page.getByText(`${total} texts for single pages are waiting for your approval.`).waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    const list = page.getByRole("region", { name: "Proposed rules" });
    const all = list.getByRole("checkbox", { name: /^Select (all )?\d+ text/ });
    const first = list.getByRole("checkbox").nth(1);
    await first.click({ force: true });
    assert.equal(await all.evaluate((/** @type {HTMLInputElement} */ box) => box.indeterminate), true);
    await list.getByRole("button", { name: "Dismiss" }).click();
    await list.getByText(`Select all ${total - 1} texts`).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await list.getByText(`Select all ${total} texts`).waitFor();
    assert.equal((await site.proposed()).total, total, "what is taken back was never sent");

    await first.click({ force: true });
    await list.getByRole("button", { name: "Dismiss" }).click();
    // Leaving the page sends the dismissal.
    await page.goto(`${demo.listening}/account`);
    await becomes(async () => (await site.proposed()).total, total - 1);
    await page.goto(`${demo.listening}/sites/${site.id}/rules`);
    await page.getByText(`${total - 1} texts for single pages are waiting for your approval.`).waitFor();
    await page.getByRole("link", { name: "Review" }).click();
    await all.click({ force: true });
    await list.getByRole("button", { name: `Approve ${total - 1}…` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await page.getByRole("heading", { name: "No texts to approve" }).waitFor();
    assert.deepEqual(
      (await site.rules()).map(({ name, action }) => [name, action.type]).sort(),
      items
        .slice(1)
        .map((/** @type {any} */ one) => [one.name, one.action.type])
        .sort(),
    );
    await page.getByRole("link", { name: "View rules" }).click();
    await page
      .getByRole("grid", { name: /^Rules/ })
      .getByRole("row")
      .first()
      .waitFor();

    // The same text is not proposed again, and the page says why.
    await site.propose();
    await page.goto(`${demo.listening}/sites/${site.id}/rules/proposed`);
    await page.getByRole("button", { name: /skipped: show why/ }).click();
    await page.getByText("The same text was dismissed before.").waitFor();
    await page.getByText("/contact").waitFor();
    await context.close();
  });

  test("that someone else decided meanwhile is shown as decided, and read again", async () => {
    const site = await newSite();
    await site.propose();
    const { items, total } = await site.proposed();
    const { context, page } = await newReader(browser, { viewport: { width: 1280, height: 900 } });
    await signIn(page, `${demo.listening}/sites/${site.id}/rules/proposed`, ownerOf(demo, "enterprise"));
    const list = page.getByRole("region", { name: "Proposed rules" });
    await list.getByRole("checkbox").nth(1).click({ force: true });
    await site.dismiss([items[0].id]);
    await list.getByRole("button", { name: "Approve 1…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
    await page
      .getByRole("status")
      .getByText(/The proposed rules have changed:/)
      .waitFor();
    await list.getByText(total - 1 === 1 ? /Select 1 text/ : `Select all ${total - 1} texts`).waitFor();
    assert.deepEqual(await site.rules(), []);
    await context.close();
  });

  test("is for members, who see why a page could not be read", async () => {
    const site = await newSite();
    await site.propose();
    const { context, page } = await newReader(browser);
    await enterAs(page, demo, session, "viewer");
    await page.goto(`${demo.listening}/sites/${site.id}/rules/proposed`);
    await page.getByRole("heading", { name: "You don’t have access to rules" }).waitFor();
    assert.equal(await page.evaluate(async (id) => (await fetch(`/api/v1/rules/${id}/proposed`)).status, site.id), 403);
    await context.close();

    const member = await newReader(browser);
    await enterAs(member.page, demo, session, "member");
    const address = `**/api/v1/rules/${site.id}/proposed?**`;
    await member.page.route(address, (route) => route.abort());
    await member.page.goto(`${demo.listening}/sites/${site.id}/rules/proposed`);
    await member.page.getByRole("heading", { name: "No connection" }).waitFor();
    await member.page.unroute(address);
    await member.page.getByRole("button", { name: "Try again" }).click();
    await member.page.getByRole("checkbox").first().waitFor();
    await member.context.close();
  });

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    cell(`has nothing that axe finds in ${colorScheme}`, async () => {
      const site = await newSite();
      await site.propose();
      const { context, page } = await newReader(browser, { viewport: { width: 1280, height: 900 }, colorScheme });
      await signIn(page, `${demo.listening}/account`, ownerOf(demo, "enterprise"));
      await page.goto(`${demo.listening}/sites/${site.id}/rules/proposed`);
      await page.getByRole("checkbox").nth(1).click({ force: true });
      await page.getByRole("button", { name: /skipped: show why/ }).click();
      assert.deepEqual(await violations(page), [], "the list");
      await page.getByRole("button", { name: "Approve 1…" }).click();
      await page.getByRole("alertdialog").waitFor();
      assert.deepEqual(await violations(page), [], "the confirmation");
      await context.close();
    });
  }
});
