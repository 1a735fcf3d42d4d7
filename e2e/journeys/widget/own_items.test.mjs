// A site's own items in a real browser: what a click opens or copies.

import assert from "node:assert/strict";

import { becomes } from "../../scenes/askline.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { violations } from "../../scenes/checks/axe.mjs";
import { gate } from "../../scenes/gate.mjs";
import { LAYOUTS, PAGES } from "../../scenes/pages/widget_looks.mjs";
import { onEvents, stageOfJourneys } from "../../scenes/pages/widget_stage.mjs";

const { test, cell } = journeysOf(import.meta.url);

const stage = stageOfJourneys();

const MENU = [
  { kind: "link", label: "Discuss", url: "https://forum.example.com/" },
  { kind: "command", label: "Install", text: "npx example install" },
  { kind: "editor", label: "Add to", url: "https://mcp.example.com/" },
  { kind: "markdown", label: "As Markdown" },
  { kind: "preferred_source", label: "Prefer us" },
];
const body = '<main><h1>Bread</h1><p>Flour, water, salt and time.</p><div id="ask"></div></main>';

/** A page with these items, and the types and items of the events that it sends. @param {Partial<import("../../scenes/pages/widget_stage.mjs").Scene>} scene */
async function open(scene = {}) {
  /** @type {string[]} */
  const clicks = [];
  const opened = await stage().open({
    body,
    ...scene,
    config: { menu: MENU, ...scene.config },
    prepare: async (page) => {
      onEvents(page, (type) => {
        if (type !== "view") clicks.push(type);
      });
      await scene.prepare?.(page);
    },
  });
  /** @param {string} name */
  const item = (name) => opened.widget.locator("[data-do^='menu ']").filter({ hasText: name });
  return { ...opened, clicks, item };
}

/** The second file is not requested when the page is idle, but when a reader uses the widget. @param {import("playwright-core").Page} page */
const withoutIdleTime = (page) =>
  page.addInitScript(() => {
    const { requestIdleCallback: original } = window;
    window.requestIdleCallback = (act, options) =>
      new Error().stack?.includes("/widget.js") ? 0 : original(act, options);
  });

for (const [name, held] of /** @type {const} */ ([
  ["the file that makes it", /\/widget\/page_copy-/],
  ["the second file", /\/widget\/rest-/],
])) {
  /** @param {import("playwright-core").Page} page @param {ReturnType<typeof gate>["hold"]} hold */
  const late = async (page, hold) => {
    if (name === "the second file") await withoutIdleTime(page);
    await page.route(held, hold);
  };
  test(`the first press opens the page as Markdown, where ${name} arrives after it`, async () => {
    const { hold, release } = gate();
    const { context, item, clicks, problems, end } = await open({ prepare: (page) => late(page, hold) });
    const [window] = await Promise.all([context.waitForEvent("page"), item("As Markdown").click()]);
    release();
    await window.waitForURL(/^blob:/);
    await becomes(() => window.evaluate(() => document.body?.innerText.includes("Flour, water, salt and time.")), true);
    assert.equal(
      await window.evaluate(() => `${document.contentType} ${document.characterSet} ${opener}`),
      "text/plain UTF-8 null",
    );
    await becomes(async () => clicks, ["item_click"]);
    assert.deepEqual(problems, []);
    await end();
  });

  test(`the first press copies a command, where ${name} arrives after it`, async () => {
    const { hold, release } = gate();
    const { page, context, item, clicks, problems, end } = await open({
      prepare: (opened) => late(opened, hold),
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await item("Install").click();
    await becomes(() => page.evaluate("navigator.clipboard.readText()"), "npx example install");
    release();
    await becomes(async () => clicks, ["item_click"]);
    assert.deepEqual(problems, []);
    await end();
  });
}

test("the page's own Markdown, links and Google are opened at their addresses, and each press counts once", async () => {
  const { context, page, item, clicks, end } = await open({
    head: '<link rel="alternate" type="text/markdown" href="https://example.com/own.md">',
  });
  for (const [name, expected] of [
    ["As Markdown", "https://example.com/own.md"],
    ["Discuss", "https://forum.example.com/"],
    ["Prefer us", `https://www.google.com/preferences/source?q=${new URL(page.url()).hostname}`],
  ]) {
    const [window] = await Promise.all([context.waitForEvent("page"), item(name).click()]);
    await window.waitForURL(expected);
    await window.close();
  }
  await becomes(async () => clicks, ["item_click", "item_click", "item_click"]);
  await end();
});

test("a frame that may open no window says so, and counts nothing", async () => {
  const { page, item, widget, clicks, end } = await open({
    prepare: (opened) => opened.addInitScript(() => Object.assign(window, { open: () => null })),
  });
  await item("As Markdown").click();
  await widget.getByText("Copying failed").last().waitFor();
  await item("Install").focus();
  await page.keyboard.press("Enter");
  await becomes(async () => clicks, ["item_click"]);
  await end();
});

for (const theme of /** @type {const} */ (["light", "dark"])) {
  for (const layout of LAYOUTS) {
    cell(
      `all items are inside the card, readable and clickable, in ${layout} and ${theme}, on a phone and a computer`,
      async () => {
        const longer = MENU.map((one) => ({ ...one, label: `${"A long label ".repeat(2)}${one.label}`.slice(0, 40) }));
        const { page, widget, item, end } = await open({
          theme: { layout },
          style: PAGES[theme],
          options: { viewport: { width: 1280, height: 900 } },
          config: { menu: [...MENU, ...longer] },
        });
        if (layout === "menu" || layout === "bar") await widget.locator(".opener").click();
        await item("Prefer us").first().waitFor();
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 900 });
          const outside = await widget.locator(".card").evaluate((card) => {
            const { left, right } = card.getBoundingClientRect();
            return [...card.querySelectorAll("[data-do^='menu ']")]
              .map((one) => one.getBoundingClientRect())
              .filter((box) => box.left < left || box.right > right || box.height < 24).length;
          });
          assert.equal(outside, 0, `at ${width} px`);
          const lefts = await widget
            .locator("[data-do^='menu ']")
            .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
          assert.equal(Math.min(...lefts), lefts[0], "lines begin at the card's edge");
          if (width > 1_000) assert.ok(new Set(lefts).size > 1, "several items share a line");
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            `sideways at ${width} px`,
          );
          assert.deepEqual(await violations(page), [], `at ${width} px`);
        }
        await end();
      },
    );
  }
}

test("the first drawing has the items already, so that nothing moves when they arrive", async () => {
  const { page, end } = await open({
    prepare: (opened) =>
      opened.addInitScript(() => {
        const look = () => {
          const card = document.querySelector("askline-widget")?.shadowRoot?.querySelector(".card");
          if (card) Object.assign(window, { itemsAtFirst: card.querySelectorAll("[data-do^='menu ']").length });
          else requestAnimationFrame(look);
        };
        look();
      }),
  });
  await becomes(() => page.evaluate("itemsAtFirst"), MENU.length + 1);
  await end();
});
