// A saved form is visible immediately on its page and in lists. It is still visible after leaving the page and
// returning, and after a reload. The forms are found in the dashboard's sources: a new one fails the test unless it has
// a row here or a reason not to have one.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { signIn, unexpected } from "../../scenes/dashboard.mjs";
import { formsOfAnOrganization } from "./saved/forms_of_an_organization.mjs";
import { formsOfASite } from "./saved/forms_of_a_site.mjs";
import { WITHOUT_FORM, isSent, sentBySources } from "./saved/sends.mjs";
import { openScene } from "./saved/steps.mjs";
import { settled } from "../../scenes/settled.mjs";

/** @typedef {import("playwright-core").Page} Page */

const scene = await openScene();
const { browser, demo, owner } = scene;
after(() => scene.end());

const FORMS = { ...formsOfASite(() => scene), ...formsOfAnOrganization(() => scene) };

test("every request of the dashboard's sources that may store something has a form here, or a reason for having none", () => {
  const { sent, otherwise } = sentBySources();
  const named = [...Object.values(FORMS).flatMap(({ sends }) => sends), ...Object.values(WITHOUT_FORM).flat()];
  assert.ok(sent.length > 50, `only ${sent.length} requests were found`);
  assert.deepEqual([...new Set(named)].sort(), sent);
  assert.deepEqual(otherwise, [], "these files send in another way");
});

/**
 * Opens a page as a link of the shell does: the document stays.
 * @param {Page} page
 * @param {string} path
 */
async function go(page, path) {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.waitForURL((url) => url.pathname === path.replace(/\?.*/, ""));
}

for (const [name, form] of Object.entries(FORMS)) {
  test(`${name}: what was saved is shown at once, in lists, after going away and back, and after a reload`, {
    skip: form.skip ?? false,
  }, async () => {
    const { context, page, problems } = await newReader(browser);
    await signIn(page, demo.listening + form.path(), owner);
    // The lists are opened first, so that the test shows that saving also updates cached lists.
    for (const list of form.lists?.() ?? []) {
      await go(page, list);
      await page.locator("#content h1").first().waitFor();
      await settled(page);
    }
    await go(page, form.path());
    const [missing, unanswered] = [new Set(form.sends), new Set(form.sends)];
    /** @param {Set<string>} left @returns {(request: import("playwright-core").Request) => void} */
    const leaves = (left) => (request) =>
      form.sends.filter((one) => isSent(one, request)).forEach((one) => left.delete(one));
    page.on("request", leaves(missing));
    page.on("requestfinished", leaves(unanswered));
    page.on("requestfailed", leaves(unanswered));
    await form.fill(page);
    assert.deepEqual([...missing], [], "these requests were not sent");
    // It is saved once the service has answered.
    await becomes(async () => [...unanswered], []);
    await form.shown(page);
    const { pathname } = new URL(page.url());
    for (const list of form.lists?.() ?? []) {
      await go(page, list);
      await listShows(page, form.text ?? "");
    }
    await go(page, scene.ofSite("live"));
    await page.getByRole("heading", { name: "Live", level: 1 }).waitFor();
    await go(page, pathname);
    await form.shown(page);
    await page.reload();
    await form.shown(page);
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });
}

/**
 * Waits until the page shows the text, as text or as the value of a field.
 * @param {Page} page
 * @param {string} text
 */
async function listShows(page, text) {
  await page.waitForFunction((wanted) => {
    const content = document.querySelector("#content");
    if (content === null) return false;
    const fields = [...content.querySelectorAll("input, textarea")].map(
      (field) => /** @type {HTMLInputElement} */ (field).value,
    );
    return [content.textContent ?? "", ...fields].some((words) => words.includes(wanted));
  }, text);
}
