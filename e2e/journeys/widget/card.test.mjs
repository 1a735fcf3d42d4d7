// The card of the widget: its size, wrapping, dimmed controls, and redraws. Tested as readers see it.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { openStage, speak } from "../../scenes/pages/widget_stage.mjs";

/** The configuration of a new site. */
const NEW_SITE = {
  platforms: ["chatgpt", "claude", "perplexity", "google_ai_mode", "grok"].map((id) => ({ id, enabled: true })),
  social: ["x", "linkedin", "facebook", "whatsapp", "reddit", "email", "system"].map((id) => ({ id, enabled: true })),
  questions: { enabled: true, max: 3, own: true, items: [] },
};
/** The maximum height of a new site's card, by the width of its place. Both in pixels. */
const MAX_HEIGHTS = { 800: 420, 390: 560, 240: 720 };

const stage = await openStage();
after(stage.end);

/** Buttons and links whose text wraps although the card is wide enough, or whose text is cut off. */
const broken = () => {
  const card = document.querySelector("askline-widget")?.shadowRoot?.querySelector(".card");
  return [...(card?.querySelectorAll(".kinds button, .ai a, .head button, .foot .txt") ?? [])].flatMap((node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const lines = new Set();
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement?.localName === "i") continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { top, width } of range.getClientRects()) if (width > 0) lines.add(Math.round(top / 8));
    }
    return lines.size > 1 || node.scrollWidth > node.clientWidth ? [`${node.textContent}: ${lines.size} lines`] : [];
  });
};

for (const [width, most] of Object.entries(MAX_HEIGHTS)) {
  test(`a new site's card is at most ${most} px high where it has ${width}, and no button's words are broken, in every language`, async () => {
    const { page, widget, end } = await stage.open({
      config: NEW_SITE,
      body: `<div id="ask" style="width:${width}px"></div>`,
      options: { viewport: { width: 900, height: 1_000 } },
    });
    const languages = Object.keys((await stage.payloadFor({})).labels);
    for (const lang of languages) {
      await speak(page, widget, lang);
      const { height } = await widget.locator(".card").evaluate((card) => card.getBoundingClientRect().toJSON());
      assert.ok(height <= most, `${lang}: ${height}`);
      assert.deepEqual(await page.evaluate(broken), [], lang);
    }
    await end();
  });
}

test("while there is nothing to ask the whole main button is dimmed, and no part of it can be clicked", async () => {
  const { widget, end } = await stage.open({});
  await widget.getByRole("radio", { name: "Your own question" }).click();
  const opacity = (/** @type {string} */ part) =>
    widget
      .locator(part)
      .first()
      .evaluate((node) => getComputedStyle(node).opacity);
  assert.deepEqual([await opacity(".split"), await opacity(".main"), await opacity(".other")], ["0.6", "1", "0.6"]);
  assert.ok(await widget.locator("[data-do^=more]").isDisabled());
  await widget.locator("textarea").fill("Is 11–42 enough?");
  assert.equal(await opacity(".split"), "1");
  assert.ok(await widget.locator("[data-do^=more]").isEnabled());
  await end();
});

test("under the pointer the ground changes and no line appears", async () => {
  const { widget, end } = await stage.open({});
  const main = widget.locator(".main");
  const ground = () =>
    main.evaluate((node) => [getComputedStyle(node).backgroundColor, getComputedStyle(node).textDecorationLine]);
  const [before] = await ground();
  await main.hover();
  const [over, line] = await ground();
  assert.notEqual(over, before);
  assert.equal(line, "none");
  await end();
});

test("arrow keys move over all choices and stay in their row; Enter on the last one moves into the field", async () => {
  const { page, widget, end } = await stage.open({});
  const focused = () => widget.evaluate((host) => host.shadowRoot?.activeElement?.textContent);
  await widget.getByRole("radio").first().focus();
  const names = await widget.getByRole("radio").allTextContents();
  assert.equal(names.length, 4);
  for (const name of [...names.slice(1), names[0]]) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), name);
  }
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  assert.ok(
    await widget
      .locator("textarea")
      .evaluate((node) => node === /** @type {ShadowRoot} */ (node.getRootNode()).activeElement),
  );
  await end();
});

test("a click that changes nothing draws nothing", async () => {
  const { page, widget, end } = await stage.open({
    config: { questions: { enabled: false, max: 3, own: false, items: [] } },
  });
  const main = widget.locator(".main");
  await main.focus();
  const changes = await widget.evaluate((host) => {
    let made = 0;
    const { createElement } = document;
    document.createElement = (/** @type {[string]} */ ...given) => {
      made += 1;
      return Reflect.apply(createElement, document, given);
    };
    const button = host.shadowRoot?.querySelector(".other");
    for (const type of ["pointerdown", "focusin"])
      button?.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    document.createElement = createElement;
    return made;
  });
  assert.equal(changes, 0, "no element is made");
  // A change draws it again.
  await page.evaluate(() => {
    document.title = "Another title";
  });
  await main.dispatchEvent("pointerdown");
  assert.match((await widget.locator(".prompt p").textContent()) ?? "", /Another title/);
  await end();
});

test("far from the window the card is not laid out, and later has the height that was reserved for it", async () => {
  const { page, widget, end } = await stage.open({
    body: '<div style="height:6000px"></div><div id="ask"></div><div style="height:3000px"></div>',
  });
  const isSkipped = () =>
    widget.locator(".main").evaluate((node) => !node.checkVisibility({ contentVisibilityAuto: true }));
  assert.equal(await isSkipped(), true);
  await widget.locator(".card").evaluate((card) => card.scrollIntoView());
  await page.waitForFunction(() =>
    document
      .querySelector("askline-widget")
      ?.shadowRoot?.querySelector(".main")
      ?.checkVisibility({ contentVisibilityAuto: true }),
  );
  const { height } = await widget.locator(".card").evaluate((card) => card.getBoundingClientRect().toJSON());
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
  await page.waitForFunction(
    () =>
      !document
        .querySelector("askline-widget")
        ?.shadowRoot?.querySelector(".main")
        ?.checkVisibility({ contentVisibilityAuto: true }),
  );
  assert.equal(
    (await widget.locator(".card").evaluate((card) => card.getBoundingClientRect().toJSON())).height,
    height,
    "the room is remembered",
  );
  await end();
});
