// The compact widget: a small button beside the page's title, and its menu.

import assert from "node:assert/strict";

import { becomes } from "../../scenes/askline.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { violations } from "../../scenes/checks/axe.mjs";
import { PAGES } from "../../scenes/pages/widget_looks.mjs";
import { onEvents, stageOfJourneys } from "../../scenes/pages/widget_stage.mjs";

const { test, cell } = journeysOf(import.meta.url);

const stage = stageOfJourneys();

const MENU = [
  { kind: "link", label: "Discuss", url: "https://forum.example.com/" },
  { kind: "command", label: "Install", text: "npx example install" },
];
const TEXT = `<p>${"A larger sprocket turns the wheel less for each turn of the pedals. ".repeat(4)}</p>`;
const TITLE = '<h1>Gear ratios<a class="headerlink" href="#gear">¶</a></h1>';
const STYLE = "main{margin:0 auto;max-width:46em}h1{margin:.4em 0 .7em}@media(max-width:700px){main{margin:0 16px}}";
/**
 * Structures of pages, and whether there is room beside their titles.
 * @type {Record<string, { body: string, isBeside: boolean }>}
 */
const SHAPES = {
  "a title in an article": { body: `<main><article>${TITLE}${TEXT}</article></main>`, isBeside: true },
  "a title in a section": {
    body: `<main><article><section>${TITLE}${TEXT}</section></article></main>`,
    isBeside: true,
  },
  "a title in a row": {
    body: `<main><div style="display:flex">${TITLE}</div><div class="sl-markdown-content">${TEXT}</div></main>`,
    isBeside: true,
  },
  "a column with gaps": {
    body: `<main><article style="display:flex;flex-direction:column;gap:24px">${TITLE}${TEXT}</article></main>`,
    isBeside: true,
  },
  "a grid": { body: `<main><article style="display:grid">${TITLE}${TEXT}</article></main>`, isBeside: true },
  "a grid with gaps": {
    body: `<main><article style="display:grid;gap:24px">${TITLE}${TEXT}</article></main>`,
    isBeside: false,
  },
  "space between children": {
    body: `<style>article>*+*{margin-top:20px}</style><main><article>${TITLE}${TEXT}</article></main>`,
    isBeside: true,
  },
  "a link that floats beside the title": {
    body: `<main><article><a style="float:inline-end" href="/edit">Edit this page</a>${TITLE}${TEXT}</article></main>`,
    isBeside: false,
  },
  "a row with a button at its end": {
    body: `<main><div style="display:flex;justify-content:space-between">${TITLE}<button>Print this page</button></div>
      <div class="sl-markdown-content">${TEXT}</div></main>`,
    isBeside: false,
  },
  "a title that fills its line": {
    body: `<main><article><h1 style="text-align:justify;text-align-last:justify">Gears fill this line</h1>${TEXT}</article></main>`,
    isBeside: false,
  },
};

/** @param {Partial<import("../../scenes/pages/widget_stage.mjs").Scene>} scene */
async function open(scene = {}) {
  /** @type {string[]} */
  const events = [];
  const opened = await stage().open({
    body: SHAPES["a title in an article"]?.body ?? "",
    style: STYLE,
    ...scene,
    theme: { layout: "compact", ...scene.theme },
    config: { menu: MENU, placement: { mode: "inline", selector: "article", position: "after" }, ...scene.config },
    options: { viewport: { width: 1280, height: 800 }, ...scene.options },
    prepare: async (page) => {
      onEvents(page, (type) => events.push(type));
      await scene.prepare?.(page);
    },
  });
  const opener = opened.widget.locator(".opener");
  await opener.waitFor();
  const menu = opened.widget.getByRole("menu");
  return { ...opened, opener, menu, events };
}

/** Where the title, the text below it and the button are. @param {import("playwright-core").Page} page */
const boxes = (page) =>
  page.evaluate(() => {
    const box = (/** @type {Element | null | undefined} */ node) => node?.getBoundingClientRect().toJSON();
    const range = document.createRange();
    const title = /** @type {Element} */ (document.querySelector("h1"));
    range.selectNodeContents(title);
    return {
      title: box(title),
      words: range.getBoundingClientRect().toJSON(),
      text: box(document.querySelector("main p")),
      opener: box(document.querySelector("askline-widget")?.shadowRoot?.querySelector(".opener")),
      html: title.innerHTML,
    };
  });

for (const [name, { body, isBeside }] of Object.entries(SHAPES)) {
  for (const lang of /** @type {const} */ (["en", "ar"])) {
    cell(
      `${name}, ${lang}: the button is beside the title and moves nothing, or below it where there is no room`,
      async () => {
        const { page, problems, end } = await open({ body, lang });
        const [wide] = [await boxes(page)];
        const bare = await stage().open({
          body,
          lang,
          style: STYLE,
          config: { enabled: false },
          options: { viewport: { width: 1280, height: 800 } },
        });
        const without = await boxes(bare.page);
        await bare.end();
        assert.deepEqual([wide.title, wide.html], [without.title, without.html], "the title is as before");
        const { opener, words, text } = wide;
        if (isBeside) {
          assert.equal(text.top, without.text.top, "the text is where it was");
          const gap = lang === "ar" ? words.left - opener.right : opener.left - words.right;
          assert.ok(gap >= 16, `${gap} px between title and button`);
          assert.ok(Math.abs(opener.top + opener.bottom - words.top - words.bottom) < 4, "on the title's line");
          const edge = lang === "ar" ? opener.left - text.left : text.right - opener.right;
          assert.ok(Math.abs(edge) < 2, `${edge} px from the end of the column`);
        } else assert.ok(opener.top >= wide.title.bottom && opener.bottom <= text.top, JSON.stringify(wide));

        await page.setViewportSize({ width: 390, height: 800 });
        await becomes(async () => {
          const narrow = await boxes(page);
          return narrow.opener.top >= narrow.title.bottom && narrow.opener.bottom <= narrow.text.top;
        }, true);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        assert.deepEqual(problems, []);
        await end();
      },
    );
  }
}

test("the menu is opened, walked and closed with the keyboard, and the focus returns to its button", async () => {
  const { page, widget, opener, menu, end } = await open();
  const focused = () => widget.evaluate((host) => host.shadowRoot?.activeElement?.textContent?.trim() ?? "");
  assert.equal(await opener.getAttribute("aria-expanded"), "false");
  await opener.focus();
  await page.keyboard.press("ArrowDown");
  await menu.waitFor();
  assert.equal(await opener.getAttribute("aria-expanded"), "true");
  const items = (await menu.getByRole("menuitem").allTextContents()).map((text) => text.trim());
  assert.ok(items.length >= 7, items.join());
  const at = (/** @type {string} */ word) => items.find((item) => item.includes(word)) ?? "";
  for (const [key, expected] of [
    ["ArrowDown", items[1]],
    ["End", items.at(-1)],
    ["ArrowDown", items[0]],
    ["ArrowUp", items.at(-1)],
    ["Home", items[0]],
    ["i", at("Install")],
  ]) {
    await page.keyboard.press(key ?? "");
    await becomes(focused, expected);
  }
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  assert.equal(await focused(), (await opener.innerText()).trim());
  assert.equal(await opener.getAttribute("aria-expanded"), "false");
  await end();
});

test("a click elsewhere closes the menu, and so does scrolling its button out of the window", async () => {
  const { page, opener, menu, end } = await open({ style: `${STYLE}body{min-height:3000px}` });
  for (const close of [() => page.mouse.click(20, 700), () => page.evaluate("scrollTo(0, 1500)")]) {
    await opener.click();
    await menu.waitFor();
    await close();
    await menu.waitFor({ state: "hidden" });
  }
  await end();
});

test("what is asked is shown, and asks, copies and own items count as on the card", async () => {
  const { page, context, widget, opener, menu, events, problems, end } = await open({
    head: '<link rel="alternate" type="text/markdown" href="https://example.com/own.md">',
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await becomes(async () => events, ["view"]);
  const choose = async (/** @type {string} */ name) => {
    await opener.click();
    await menu.getByRole("menuitem", { name }).click();
    await menu.waitFor({ state: "hidden" });
  };
  await opener.click();
  const ask = menu.getByRole("menuitem", { name: "Ask ChatGPT" });
  const described = (await ask.getAttribute("aria-describedby")) ?? "";
  const prompt = await widget.locator(`#${described}`).innerText();
  const asked = new URL((await ask.getAttribute("href")) ?? "").searchParams;
  assert.ok(
    [...asked.values()].some((value) => value.replace(/\s+/g, " ") === prompt.replace(/\s+/g, " ")),
    prompt,
  );
  await opener.click();
  for (const [name, host, type] of [
    ["Ask ChatGPT", "chatgpt.com", "ai_click"],
    ["View as Markdown", "example.com", ""],
    ["Discuss", "forum.example.com", "item_click"],
  ]) {
    const [window] = await Promise.all([context.waitForEvent("page"), choose(name ?? "")]);
    await becomes(
      async () =>
        new URL(window.url() === "about:blank" ? "https://none.example" : window.url()).hostname.endsWith(host ?? ""),
      true,
    );
    await window.close();
    if (type) await becomes(async () => events.at(-1), type);
  }
  await choose("Install");
  await becomes(() => page.evaluate("navigator.clipboard.readText()"), "npx example install");
  await becomes(async () => events.at(-1), "item_click");
  await choose("Copy page");
  await becomes(async () => (await page.evaluate("navigator.clipboard.readText()")).includes("larger sprocket"), true);
  await becomes(async () => events, ["view", "ai_click", "item_click", "item_click", "copy"]);
  assert.equal(await widget.evaluate((host) => host.shadowRoot?.activeElement?.className), "opener");
  assert.deepEqual(problems, []);
  await end();
});

for (const [theme, style] of Object.entries(PAGES)) {
  cell(`axe finds nothing in the button and the open menu in ${theme}, nor with forced colors`, async () => {
    const { page, opener, menu, end } = await open({ style: STYLE + style, theme: { preset: theme } });
    assert.deepEqual(await violations(page), []);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await opener.click();
      await menu.waitFor();
      assert.deepEqual(await violations(page), [], `at ${width} px`);
      await page.keyboard.press("Escape");
    }
    await page.emulateMedia({ forcedColors: "active" });
    assert.notEqual(await opener.evaluate((node) => getComputedStyle(node).borderTopStyle), "none");
    await end();
  });
}

test("a floating widget in this layout opens the same menu from its corner", async () => {
  const { opener, menu, end } = await open({
    config: { menu: MENU, placement: { mode: "floating", position: "bottom-right" } },
  });
  await opener.click();
  await menu.getByRole("menuitem", { name: "Install" }).waitFor();
  await end();
});
