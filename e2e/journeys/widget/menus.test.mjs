// Menus and panels are next to their control and completely in the window. Tested in a browser with CSS anchors and in
// one without.

import assert from "node:assert/strict";
import { after, describe, test } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { openStage } from "../../scenes/pages/widget_stage.mjs";

const MAX_GAP = 10;

const stage = await openStage();
after(stage.end);

/** Makes the browser report that it does not support anchors. */
const withoutAnchors = () => {
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (/** @type {string[]} */ ...given) =>
    !given.join().includes("anchor") && Reflect.apply(supports, CSS, given);
};

/** @param {import("playwright-core").Locator} part @param {import("playwright-core").Locator} opener */
const place = async (part, opener) => {
  const [own, at] = await Promise.all(
    [part, opener].map((one) =>
      one.evaluate((node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return { left, top, right, bottom, width: innerWidth, height: innerHeight };
      }),
    ),
  );
  const gap = Math.max(own.top - at.bottom, at.top - own.bottom);
  return {
    isInside: own.left >= 0 && own.top >= 0 && own.right <= own.width && own.bottom <= own.height,
    isBeside: gap >= 0 && gap <= MAX_GAP && own.left < at.right && own.right > at.left,
  };
};
const RIGHT = { isInside: true, isBeside: true };

for (const has of [true, false]) {
  describe(has ? "with anchors" : "without anchors, measured", () => {
    /** @param {import("../../scenes/pages/widget_stage.mjs").Scene} [scene] @param {string} [button] */
    async function open(scene = {}, button = "[data-do^=more]") {
      const reader = await stage.open({
        options: { viewport: { width: 390, height: 700 } },
        ...scene,
        prepare: async (page) => {
          if (!has) await page.addInitScript(withoutAnchors);
        },
      });
      const opener = reader.widget.locator(button).first();
      await opener.evaluate((node) => /** @type {HTMLElement} */ (node).focus());
      await reader.page.keyboard.press("Enter");
      const part = reader.widget.locator(button === ".opener" ? ".panel" : "[role=menu]");
      await part.waitFor();
      return {
        ...reader,
        opener,
        part,
        focused: () => reader.widget.evaluate((host) => host.shadowRoot?.activeElement?.textContent),
      };
    }
    const isHeld = (/** @type {import("playwright-core").Locator} */ part) =>
      part.evaluate((node) => !!(/** @type {HTMLElement} */ (node).style.getPropertyValue("position-anchor")));

    test("a menu is next to its button where the page clips, and moves with it when the page scrolls", async () => {
      const { page, part, opener, end } = await open({
        style: "body{margin:0;min-height:3000px}#ask{height:210px;overflow:hidden;contain:paint}",
      });
      assert.deepEqual([await isHeld(part), await place(part, opener)], [has, RIGHT]);
      await page.evaluate("scrollBy(0, 90)");
      await becomes(() => place(part, opener), RIGHT);
      await page.evaluate("scrollTo(0, 900)");
      // Its button is outside of the window, but the menu is still inside.
      await becomes(async () => (await place(part, opener)).isInside, true);
      await end();
    });

    test("at the edges of a small window a menu and a panel stay whole, in both directions of writing", async () => {
      for (const lang of /** @type {const} */ (["en", "ar"])) {
        for (const [layout, button] of [
          ["row", "[data-do^=more]"],
          ["bar", ".opener"],
        ]) {
          for (const around of [
            "position:absolute;bottom:4px;right:0;left:40px",
            "position:absolute;top:0;left:0;right:60px",
          ]) {
            const { part, opener, end } = await open(
              {
                lang,
                theme: { layout },
                options: { viewport: { width: 320, height: 480 } },
                style: `body{margin:0;height:480px;position:relative;overflow:hidden}#ask{${around}}`,
              },
              button,
            );
            assert.equal((await place(part, opener)).isInside, true, `${lang}, ${layout}, ${around}`);
            await end();
          }
        }
      }
    });

    test("where a menu has no room from its button's beginning it ends where the button ends, in both directions of writing", async () => {
      for (const lang of /** @type {const} */ (["en", "ar"])) {
        const { part, opener, end } = await open({
          lang,
          theme: { layout: "stacked" },
          body: '<main style="padding:0 24px"><div id="ask"></div></main>',
        });
        const [own, at] = await Promise.all(
          [part, opener].map((one) => one.evaluate((node) => node.getBoundingClientRect().toJSON())),
        );
        const edge = lang === "ar" ? "left" : "right";
        assert.equal(Math.round(own[edge]), Math.round(at[edge]), lang);
        await end();
      }
    });

    test("on a page that is rotated and scaled it is still whole in the window", async () => {
      const { part, opener, end } = await open({ style: "main{transform:rotate(-4deg) scale(.8);width:300px}" });
      assert.deepEqual(await place(part, opener), RIGHT);
      await end();
    });

    test("arrow keys, Home and End go round the menu", async () => {
      const { page, part, focused, end } = await open();
      const items = await part.locator("[role=menuitem]").allTextContents();
      assert.ok(items.length > 2);
      for (const [key, at] of /** @type {[string, number][]} */ ([
        ["ArrowDown", 1],
        ["ArrowUp", 0],
        ["ArrowUp", items.length - 1],
        ["ArrowDown", 0],
        ["End", items.length - 1],
        ["Home", 0],
      ])) {
        await page.keyboard.press(key);
        assert.equal(await focused(), items[at], key);
      }
      await end();
    });

    test("Escape closes it, and the focus is back on the button", async () => {
      const { page, part, opener, end } = await open();
      await page.keyboard.press("Escape");
      await part.waitFor({ state: "detached" });
      assert.ok(await opener.evaluate((node) => node === /** @type {ShadowRoot} */ (node.getRootNode()).activeElement));
      assert.equal(await opener.getAttribute("aria-expanded"), null);
      await end();
    });

    test("a click elsewhere closes it, and so does a Tab out of it", async () => {
      for (const leave of [
        (/** @type {import("playwright-core").Page} */ page) => page.mouse.click(2, 690),
        (/** @type {import("playwright-core").Page} */ page) => page.keyboard.press("Tab"),
      ]) {
        const { page, part, end } = await open();
        await leave(page);
        await part.waitFor({ state: "detached" });
        await end();
      }
    });

    test("a panel that is tabbed out of closes as well, and Escape brings back to its button", async () => {
      const { page, part, opener, end } = await open(
        { theme: { layout: "menu" }, body: '<main><div id="ask"></div><a href="/">After</a></main>' },
        ".opener",
      );
      await part.locator("a, button").last().focus();
      await page.keyboard.press("Tab");
      await part.waitFor({ state: "hidden" });
      await opener.click();
      await part.waitFor();
      await page.keyboard.press("Escape");
      await part.waitFor({ state: "hidden" });
      assert.ok(await opener.evaluate((node) => node === /** @type {ShadowRoot} */ (node.getRootNode()).activeElement));
      await end();
    });
  });
}
