// Opened menus and panels stay in the window, whatever the page does meanwhile. Names of assistants fit the narrowest
// card.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { openStage } from "../../scenes/pages/widget_stage.mjs";

const stage = await openStage();
after(stage.end);

/** The position of an open element, and whether the control that opened it can still be clicked. */
const seen = (/** @type {Element} */ part, /** @type {string} */ button) => {
  const root = /** @type {ShadowRoot} */ (part.getRootNode());
  const { top, bottom, left, right } = part.getBoundingClientRect();
  const opener = root.querySelector(button);
  const at = /** @type {Element} */ (opener).getBoundingClientRect();
  const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
  const isInView = y >= 0 && y < innerHeight;
  const hit = root.elementFromPoint(x, y);
  return {
    isInside: top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth,
    scrollsInside: part.scrollHeight <= part.clientHeight + 1 || getComputedStyle(part).overflowY === "auto",
    isFree: !isInView || !part.contains(hit),
  };
};
/** Enough assistants for the list to have a search field. */
const ALL = [
  "chatgpt",
  "claude",
  "perplexity",
  "google_ai_mode",
  "grok",
  "gemini",
  "copilot",
  "mistral",
  "deepseek",
  "you",
].map((id) => ({ id, enabled: true }));
const WHOLE = { isInside: true, scrollsInside: true, isFree: true };

for (const [name, theme, placement, buttons, part] of /** @type {const} */ ([
  ["a card's menu", { layout: "row" }, {}, ["[data-do^=more]"], ".pop"],
  ["a menu's panel", { layout: "menu" }, {}, [".opener"], ".panel"],
  ["a menu in a menu's panel", { layout: "menu" }, {}, [".opener", ".panel [data-do^=more]"], ".pop"],
  ["a floating panel", { layout: "row" }, { mode: "floating", position: "bottom-right" }, [".opener"], ".panel"],
  [
    "a menu in a floating panel",
    { layout: "row" },
    { mode: "floating", position: "bottom-right" },
    [".opener", ".panel [data-do^=more]"],
    ".pop",
  ],
])) {
  test(`${name} lies in the window, scrolls inside itself and leaves its button free, also when the page moves it`, async () => {
    for (const height of [900, 640, 420]) {
      const { page, widget, end } = await stage.open({
        body: '<main><div id="above"></div><div id="ask"></div><div style="height:1500px"></div></main>',
        theme,
        config: { platforms: ALL, ...("mode" in placement ? { placement } : {}) },
        options: { viewport: { width: 800, height } },
      });
      for (const button of buttons) await widget.locator(button).first().click();
      const button = buttons[buttons.length - 1] ?? "";
      const opened = widget.locator(part);
      await opened.waitFor();
      await becomes(() => opened.evaluate(seen, button), WHOLE);
      // The page adds an element above and makes it small again; no event reports that.
      for (const room of [300, height - 40, 0]) {
        await page.evaluate((wanted) => {
          /** @type {HTMLElement} */ (document.querySelector("#above")).style.height = `${wanted}px`;
        }, room);
        await becomes(() => opened.evaluate(seen, button), WHOLE);
      }
      await end();
    }
  });
}

test("a panel covers no button of its row, also where they stand below each other, and closes by the corner of its head", async () => {
  for (const lang of /** @type {const} */ (["en", "ar"])) {
    for (const width of [240, 390, 800]) {
      const { widget, end } = await stage.open({
        lang,
        theme: { layout: "bar" },
        style: "body{margin:0}",
        options: { viewport: { width, height: 900 } },
      });
      await widget.locator(".opener").click();
      await widget.locator(".panel").waitFor();
      const found = await widget.evaluate((host) => {
        const root = /** @type {ShadowRoot} */ (host.shadowRoot);
        const at = (/** @type {Element | null} */ node) => /** @type {Element} */ (node).getBoundingClientRect();
        const buttons = [...root.querySelectorAll("div.bar > button")];
        const covered = buttons.filter((button) => {
          const { left, right, top, bottom } = at(button);
          const hit = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return !hit || !button.contains(hit);
        });
        const [head, close] = [
          at(root.querySelector(".panel .head")),
          at(root.querySelector(".panel [data-do=panel]")),
        ];
        const end =
          getComputedStyle(host).direction === "rtl" || document.dir === "rtl"
            ? close.left - head.left
            : head.right - close.right;
        return {
          buttons: buttons.length,
          covered: covered.map(({ textContent }) => textContent),
          isInCorner: Math.abs(end) < 12 && Math.abs(close.top - head.top) < 12,
        };
      });
      assert.deepEqual(found, { buttons: 3, covered: [], isInCorner: true }, `${lang}, ${width}`);
      await end();
    }
  }
});

test("in a card of 240 px an assistant that copies is named in every language, and nothing scrolls sideways", async () => {
  const { page, widget, end } = await stage.open({
    style: "body{margin:0}",
    options: { viewport: { width: 240, height: 800 } },
    prepare: (own) => own.addInitScript("localStorage.setItem('askline.last', 'gemini')"),
  });
  const who = widget.locator(".qs .asks a > span").first();
  await who.waitFor();
  for (const language of ["en", "de", "fr", "es", "pt", "pt-PT", "ja", "ar"]) {
    await page.evaluate((lang) => {
      document.documentElement.lang = lang;
      document.documentElement.dir = lang === "ar" ? "rtl" : "ltr";
    }, language);
    await becomes(() => widget.getAttribute("lang"), language);
    const found = await who.evaluate((node) => {
      const [own, card] = [node, node.closest(".card")].map((one) =>
        /** @type {Element} */ (one).getBoundingClientRect(),
      );
      const text = node.textContent ?? "";
      return {
        names: text.includes("Gemini") && text.length < 60,
        fits: own.left >= card.left && own.right <= card.right,
        width: document.documentElement.scrollWidth,
      };
    });
    assert.deepEqual(found, { names: true, fits: true, width: 240 }, language);
  }
  await end();
});
