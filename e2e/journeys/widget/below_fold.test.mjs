// A widget below the window is drawn by the second file. A reader who scrolls to it earlier sees it as well.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PARAGRAPHS } from "../../scenes/pages/page_texts.mjs";
import { openStage } from "../../scenes/pages/widget_stage.mjs";

/** @type {Awaited<ReturnType<typeof openStage>>} */
let stage;
before(async () => {
  stage = await openStage();
});
after(async () => {
  await stage?.end();
});

const TEXT = PARAGRAPHS.map((text) => `<p>${text}</p>`)
  .join("")
  .repeat(12);
const body = `<main><h1>Bread</h1>${TEXT}<div id="ask"></div></main>`;

/**
 * Counts how often the first file draws the widget. The second file changes the drawn nodes one by one.
 * @param {import("playwright-core").Page} page
 */
const countDrawings = (page) =>
  page.addInitScript(() => {
    const seen = { drawings: 0 };
    Object.assign(globalThis, { seen });
    const { replaceChildren } = Element.prototype;
    Element.prototype.replaceChildren = function (/** @type {(Node | string)[]} */ ...nodes) {
      if (this.localName === "section") seen.drawings += 1;
      return replaceChildren.apply(this, nodes);
    };
  });

test("a widget below the window is complete without a scroll, and the first file left its drawing to the second", async () => {
  const { page, widget, problems, end } = await stage.open({ body, prepare: countDrawings });
  await widget.locator("[role=radiogroup]").waitFor({ state: "attached" });
  assert.equal(await widget.locator("section[role=region] .card a").first().getAttribute("target"), "_blank");
  assert.equal(await page.evaluate("scrollY"), 0);
  assert.equal(await page.evaluate("seen.drawings"), 0);
  assert.deepEqual(problems, []);
  await end();
});

/**
 * Opens the page with the second file held back until `act` ends.
 * @param {string} content
 * @param {(page: import("playwright-core").Page) => Promise<void>} act
 */
async function openWithoutRest(content, act) {
  /** @type {() => void} */
  let release = () => undefined;
  const released = new Promise((resolve) => {
    release = () => resolve(null);
  });
  /** @type {Promise<void> | undefined} */
  let acted;
  const shown = await stage.open({
    body: content,
    prepare: async (page) => {
      await page.route(/\/widget\/rest-/, async (route) => {
        await released;
        await route.fallback();
      });
      acted = act(page).finally(release);
    },
  });
  await acted;
  return shown;
}

test("a widget in view is drawn before the second file has arrived", async () => {
  const { widget, problems, end } = await openWithoutRest('<main><div id="ask"></div></main>', async (page) => {
    await page.locator("askline-widget .card").waitFor();
  });
  await widget.locator("[role=radiogroup]").waitFor();
  assert.deepEqual(problems, []);
  await end();
});

test("a reader who scrolls down before the second file has arrived sees the widget, drawn once", async () => {
  const { widget, problems, end } = await openWithoutRest(body, async (page) => {
    const host = page.locator("askline-widget");
    await host.waitFor({ state: "attached" });
    assert.equal(await host.locator(".card").count(), 0);
    await host.evaluate((element) => element.scrollIntoView());
    await host.locator(".card").waitFor();
  });
  await widget.locator("[role=radiogroup]").waitFor();
  assert.equal(await widget.locator(".card").count(), 1);
  assert.deepEqual(problems, []);
  await end();
});
