// Own items in Firefox and WebKit copy and open. The compact widget's menu opens beside the title, by mouse and
// keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";

import { becomes } from "../scenes/askline.mjs";
import { startCustomer } from "../scenes/pages/customer.mjs";
import { KEYS, click, key, part, pastes } from "./engine_actions.mjs";
import { ENGINES } from "./other_engines.mjs";

const MENU = [
  { kind: "command", label: "Install", text: "npx example install" },
  { kind: "markdown", label: "As Markdown" },
];
/** @type {import("../scenes/pages/page_shapes.mjs").Shape} */
const ITEMS = {
  name: "a page with own items",
  path: "/items",
  config: {
    placement: { mode: "inline", selector: "#ask", position: "append" },
    markdown: { copy: true },
    menu: MENU,
  },
  html: ({ tag }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title>
    <main><h1>Bread</h1><p>Flour, water, salt and time.</p><div id="ask"></div></main>
    <textarea id="paste"></textarea>${tag()}</html>`,
};
/** @type {import("../scenes/pages/page_shapes.mjs").Shape} */
const COMPACT = {
  name: "a page with a compact widget",
  path: "/compact",
  config: { menu: MENU, markdown: { copy: true }, theme: { layout: "compact" } },
  html: ({ tag }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title>
    <main style="width:700px"><article><h1>Bread</h1><p>Flour, water, salt and time.</p></article></main>
    <textarea id="paste"></textarea>${tag()}</html>`,
};

for (const [name, start] of Object.entries(ENGINES)) {
  test(`${name}: own items copy with one click, on the card and in the compact widget's menu`, async () => {
    const customer = await startCustomer([ITEMS, COMPACT]);
    const engine = await start();
    const isOpen = () => engine.run(`return ${part(".opener")}?.getAttribute("aria-expanded")`);
    const focused = () =>
      engine.run('return document.querySelector("askline-widget").shadowRoot.activeElement?.textContent.trim() ?? ""');
    try {
      await engine.open(customer.pages.origin + ITEMS.path);
      await click(engine, part("[data-do='menu 0']"));
      await pastes(engine, "npx example install");

      await engine.open(customer.pages.origin + COMPACT.path);
      await becomes(() => engine.run(`return !!${part(".opener")}`), true);
      const gap = await engine.run(`const title = document.querySelector("h1").getBoundingClientRect();
        const button = ${part(".opener")}.getBoundingClientRect();
        return Math.abs(title.top + title.bottom - button.top - button.bottom)`);
      assert.ok(Number(gap) < 4, `${String(gap)} px off the title's line`);
      await click(engine, part(".opener"));
      await becomes(isOpen, "true");
      await becomes(async () => String(await focused()).startsWith("Ask "), true);
      const first = await focused();
      await engine.act(key(KEYS.ArrowDown));
      await becomes(async () => (await focused()) !== first, true);
      await engine.act(key("i"));
      await becomes(focused, "Install");
      await engine.act(key(KEYS.Escape));
      await becomes(isOpen, "false");
      await click(engine, part(".opener"));
      await becomes(isOpen, "true");
      await click(engine, part("[role=menu] [data-do='menu 0']"));
      await becomes(isOpen, "false");
      await pastes(engine, "npx example install");
    } finally {
      await engine.end();
      await customer.end();
    }
  });
}
