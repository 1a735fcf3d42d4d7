// The widget below the text of a page has its left edge and width. The layouts are those of well-known themes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openStage } from "../../scenes/pages/widget_stage.mjs";

/** @type {Awaited<ReturnType<typeof openStage>>} */
let stage;
before(async () => {
  stage = await openStage();
});
after(async () => {
  await stage?.end();
});

const placement = { mode: "inline", selector: "article", position: "after" };
const TEXT = "<p>Bread needs time, flour, water and salt, and a warm place in the kitchen.</p>".repeat(6);
const LAST = '<p id="last">The last paragraph of the text.</p>';
const WORDS = "Bread needs time, flour, water and salt. ".repeat(8);

/** The layout of each theme, as its style sheet makes it. @type {Record<string, { style: string, body: string }>} */
const LAYOUTS = {
  "Twenty Twenty-One: children are as wide as the text": {
    style: ".entry-content>*{max-width:min(calc(100vw - 40px),610px);margin-left:auto;margin-right:auto}",
    body: `<main><article><h1>Bread</h1><div class="entry-content">${TEXT}${LAST}</div></article></main>`,
  },
  "Twenty Twenty-Three: a constrained layout": {
    style: ".c>:where(:not(.alignfull)){max-width:650px;margin-left:auto!important;margin-right:auto!important}",
    body: `<main><h1>Bread</h1><div class="entry-content c">${TEXT}${LAST}</div></main>`,
  },
  "Source: a grid with named lines": {
    style: `.gh-canvas{display:grid;grid-template-columns:[full-start] minmax(20px,1fr) [main-start] min(720px,100% - 40px) [main-end] minmax(20px,1fr) [full-end]}
      .gh-canvas>*{grid-column:main-start/main-end}.gh-content p{font-family:Georgia,serif;font-size:20px}`,
    body: `<main><article><h1>Bread</h1><section class="gh-content gh-canvas">${TEXT}${LAST}</section></article></main>`,
  },
  "a grid whose paragraphs alone are in the column of the text": {
    style: ".g{display:grid;grid-template-columns:1fr min(640px,90%) 1fr}.g>p{grid-column:2}",
    body: `<main><article class="g"><h1>Bread</h1>${TEXT}${LAST}</article></main>`,
  },
  "paragraphs alone are narrow": {
    style: "article p{max-width:34em;margin:1em auto;width:90%}",
    body: `<main><article><h1>Bread</h1>${TEXT}${LAST}</article></main>`,
  },
  "Material: the article beside two columns, with padding": {
    style:
      ".row{display:flex}.side{width:12rem;flex:none}main{flex:1}article{padding:0 2rem}@media(max-width:800px){.side{display:none}}",
    body: `<div class="row"><div class="side">Side</div><main><article><h1>Bread</h1>${TEXT}${LAST}</article></main></div>`,
  },
  "cells of a table": {
    style: ".t{display:table;width:100%}.t>*{display:table-cell}aside{width:8em}",
    body: `<div class="t"><article><h1>Bread</h1>${TEXT}${LAST}</article><aside>Side</aside></div>`,
  },
  "floating columns": {
    style: "article{float:left;width:70%}aside{float:right;width:25%}",
    body: `<article><h1>Bread</h1>${TEXT}${LAST}</article><aside>Side</aside>`,
  },
  "a parent without a font size": {
    style: "main{font-size:0}main p{font-size:18px}",
    body: `<main><article><h1>Bread</h1>${TEXT}${LAST}</article></main>`,
  },
  "no main element": {
    style: "#c{max-width:600px;margin:0 auto}",
    body: `<div id="c"><h1>Bread</h1>${TEXT}${LAST}</div><div class="author-box"><p>${WORDS}</p></div>`,
  },
  "an author's box, comments and related pages below": {
    style: "article,.below{max-width:620px;margin:0 auto}",
    body: `<main><article><h1>Bread</h1>${TEXT}${LAST}<div class="author-bio"><p>${WORDS}</p></div></article><section id="comments" class="below"><p>First!</p></section></main>`,
  },
};

for (const [name, { style, body }] of Object.entries(LAYOUTS)) {
  test(`the widget is below the last paragraph, with its left edge and width: ${name}`, async () => {
    for (const width of [390, 1280]) {
      const { page, widget, problems, end } = await stage.open({
        style: `body{margin:0 16px}${style}`,
        body,
        config: { placement },
        options: { viewport: { width, height: 900 } },
      });
      await widget.waitFor({ state: "attached" });
      const found = await page.evaluate(() => {
        const text = /** @type {Element} */ (document.querySelector("#last"));
        const host = /** @type {Element} */ (document.querySelector("askline-widget"));
        const section = /** @type {Element} */ (host.shadowRoot?.querySelector("section"));
        const [one, other] = [text.getBoundingClientRect(), section.getBoundingClientRect()];
        return {
          left: Math.round(other.left - one.left),
          isWider: other.width > one.width + 1,
          isNarrow: other.width < Math.min(one.width, 320) - 1,
          isBelow: other.top >= one.bottom - 1,
          isTall: other.height > 2_000,
          follows: text.nextElementSibling === host,
        };
      });
      assert.deepEqual(
        found,
        { left: 0, isWider: false, isNarrow: false, isBelow: true, isTall: false, follows: true },
        `${name} at ${width}`,
      );
      assert.deepEqual(problems, []);
      await end();
    }
  });
}

test("a page is dark for the widget if its text is light, where a picture is behind it", async () => {
  const body = `<main><article><h1>Bread</h1>${TEXT}</article></main>`;
  for (const [color, expected] of [
    ["#fff", "dark"],
    ["#111", "light"],
  ]) {
    const { page, end } = await stage.open({
      style: `body{background-image:linear-gradient(#123,#345);color:${color}}`,
      body,
      theme: { preset: "auto" },
      config: { placement },
    });
    const background = await page
      .locator("askline-widget .card")
      .evaluate((card) => getComputedStyle(card).backgroundColor.match(/\d+/g)?.map(Number) ?? []);
    assert.equal(background[0] < 128 ? "dark" : "light", expected);
    await end();
  }
});
