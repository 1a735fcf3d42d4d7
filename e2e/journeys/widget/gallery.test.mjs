// The gallery of the widget: every layout in every theme, live. It needs no site, and sends no requests to other hosts.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { becomes, startEmpty } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { violations } from "../../scenes/dashboard.mjs";

const { test, cell } = journeysOf(import.meta.url);

const LAYOUTS = ["row", "stacked", "menu", "bar", "compact"];
const PRESETS = ["auto", "light", "dark", "blend"];

/** @type {Awaited<ReturnType<typeof startEmpty>>} */
let instance;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [browser, instance] = await Promise.all([openBrowser(), startEmpty()]);
});
after(async () => {
  await browser?.close();
  await instance?.end();
});

test("an instance without any site shows every layout in every theme, with its settings and its room", async () => {
  const { context, page, problems } = await newReader(browser);
  /** @type {string[]} */
  const asked = [];
  context.on("request", (request) => {
    asked.push(request.url());
  });
  await page.goto(`${instance.listening}/docs/widget`);
  for (const layout of LAYOUTS) {
    for (const preset of PRESETS) {
      const figure = page.locator(`#${layout}-${preset}`);
      await figure.scrollIntoViewIfNeeded();
      await figure
        .frameLocator("iframe")
        .locator(`askline-widget section.${layout} ${/menu|bar|compact/.test(layout) ? ".opener" : ".card"}`)
        .first()
        .waitFor();
      assert.equal(await figure.locator("figcaption code").innerText(), JSON.stringify({ theme: { layout, preset } }));
      await figure.getByText(/min-height: \d+px/).waitFor();
    }
  }
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(instance.listening) && !url.startsWith("data:")),
    [],
    "no request leaves the instance",
  );
  assert.deepEqual(
    asked.filter((url) => url.includes("/api/")),
    [],
    "and none asks the API",
  );
  assert.deepEqual(problems, []);
  await context.close();
});

test("width, background and language of the page are chosen for all of them", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${instance.listening}/docs/widget`);
  const first = page.locator("#row-auto");
  await first.frameLocator("iframe").locator("askline-widget section").waitFor();
  await page.getByLabel("240 px").check();
  await page.getByLabel("dark", { exact: true }).check();
  await page.getByLabel("Language of the page").selectOption("ar");
  await first.frameLocator("iframe").locator("askline-widget section[dir=rtl]").waitFor();
  assert.equal(await first.locator("iframe").evaluate((frame) => frame.clientWidth), 240);
  await context.close();
});

test("an example that adopts the page's look is on a page with one, and shows its link color and its corners", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${instance.listening}/docs/widget`);
  for (const darkness of ["light", "dark"]) {
    await page.getByLabel(darkness, { exact: true }).check();
    const frame = page.locator("#row-blend").frameLocator("iframe");
    await frame.locator(`html.own${darkness === "dark" ? ".dark" : ":not(.dark)"} askline-widget .main`).waitFor();
    const looks = await frame.locator("html").evaluate((root) => {
      const styleOf = (/** @type {ParentNode} */ within, /** @type {string} */ selector) =>
        getComputedStyle(/** @type {Element} */ (within.querySelector(selector)));
      const widget = /** @type {ShadowRoot} */ (root.querySelector("askline-widget")?.shadowRoot);
      const [main, link, button] = [
        styleOf(widget, ".split"),
        styleOf(root, "article a"),
        styleOf(root, "article button"),
      ];
      return {
        widget: [main.backgroundColor, main.borderTopLeftRadius],
        page: [link.color, button.borderTopLeftRadius],
      };
    });
    assert.deepEqual(looks.widget, looks.page);
    const plain = page.locator("#row-auto").frameLocator("iframe").locator("html.own");
    assert.equal(await plain.count(), 0, "the others stand on a plain page");
  }
  await context.close();
});

/**
 * Scrolls a frame to the upper edge of the window, to its middle and to its lower edge. Returns what covers it, and the
 * smallest visible height in pixels.
 * @param {import("playwright-core").Locator} frame
 */
const over = (frame) =>
  frame.evaluate((own) => {
    /** @type {Set<string>} */
    const found = new Set();
    let shown = Infinity;
    for (const block of /** @type {const} */ (["start", "center", "end"])) {
      own.scrollIntoView({ block, behavior: "instant" });
      const { left, top, right, bottom } = own.getBoundingClientRect();
      const columns = [Math.max(left, 0) + 2, innerWidth / 2, Math.min(right, innerWidth) - 2];
      const [from, to] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
      shown = Math.min(shown, to - from);
      // Whole pixels, away from both edges: the browser rounds the position within the last pixel, and finds nothing
      // outside of the window.
      for (let y = Math.ceil(from) + 2; y <= Math.floor(to) - 2; y += 8) {
        for (const x of columns) {
          const there = document.elementFromPoint(Math.round(x), y);
          if (there !== own)
            found.add(`${block}: ${there ? `${there.localName} ${there.className}`.trim() : "nothing"}`);
        }
      }
    }
    return { found: [...found], shown };
  });

for (const width of [240, 375, 390]) {
  cell(`in a window of ${width} px a frame is whole, and nothing covers it`, async () => {
    const { context, page } = await newReader(browser, { viewport: { width, height: 844 } });
    await page.goto(`${instance.listening}/docs/widget`);
    const figure = page.locator("#row-auto");
    await figure.scrollIntoViewIfNeeded();
    await figure.frameLocator("iframe").locator("askline-widget section").waitFor();
    assert.ok(
      await figure.locator(".stage").evaluate((stage) => stage.scrollWidth <= stage.clientWidth),
      "no part of it is cut off",
    );
    const { found, shown } = await over(figure.locator("iframe"));
    assert.deepEqual(found, [], "nothing stands over it");
    assert.ok(shown > 100, "and it is in view");
    await context.close();
  });
}

test("on a phone neither header nor choices stand over a frame that is scrolled to", async () => {
  const { context, page } = await newReader(browser, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await page.goto(`${instance.listening}/docs/widget`);
  for (const layout of LAYOUTS) {
    for (const preset of PRESETS) {
      const figure = page.locator(`#${layout}-${preset}`);
      await figure.scrollIntoViewIfNeeded();
      // By then its height is known.
      await figure.getByText(/min-height: \d+px/).waitFor();
      // A frame is drawn when it scrolls into view, together with those above it. What covers it is checked once they
      // no longer move.
      await becomes(async () => (await over(figure.locator("iframe"))).found, []);
      const { shown } = await over(figure.locator("iframe"));
      assert.ok(shown > 24, `${layout}, ${preset}: in view`);
    }
  }
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  cell(`axe finds nothing in the gallery in ${colorScheme}`, async () => {
    const { context, page } = await newReader(browser, { colorScheme });
    await page.goto(`${instance.listening}/docs/widget`);
    await page.locator("#row-auto").frameLocator("iframe").locator("askline-widget section").waitFor();
    assert.deepEqual(await violations(page), []);
    await context.close();
  });
}
