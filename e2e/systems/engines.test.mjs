// The widget in Firefox and WebKit. "Copy page" works with the first click, although its file arrives later. Own
// items copy and open. The compact widget's menu opens beside the title, by mouse and keyboard.

import assert from "node:assert/strict";
import { createServer, request as ask } from "node:http";
import { test } from "node:test";

import { becomes } from "../scenes/askline.mjs";
import { startCustomer } from "../scenes/pages/customer.mjs";
import { ENGINES } from "./other_engines.mjs";

/** @type {import("../scenes/pages/page_shapes.mjs").Shape} */
const SHAPE = {
  name: "a page to copy",
  path: "/copied",
  config: {
    placement: { mode: "inline", selector: "#ask", position: "append" },
    markdown: { copy: true },
  },
  html: ({ tag }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title>
    <main><h1>Bread</h1><p>Flour, water, salt and time.</p><div id="ask"></div></main>
    <textarea id="paste"></textarea>${tag()}</html>`,
};
const MENU = [
  { kind: "command", label: "Install", text: "npx example install" },
  { kind: "markdown", label: "As Markdown" },
];
/** @type {import("../scenes/pages/page_shapes.mjs").Shape} */
const ITEMS = { ...SHAPE, name: "a page with own items", path: "/items", config: { ...SHAPE.config, menu: MENU } };
/** @type {import("../scenes/pages/page_shapes.mjs").Shape} */
const COMPACT = {
  name: "a page with a compact widget",
  path: "/compact",
  config: { menu: MENU, markdown: { copy: true }, theme: { layout: "compact" } },
  html: ({ tag }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title>
    <main style="width:700px"><article><h1>Bread</h1><p>Flour, water, salt and time.</p></article></main>
    <textarea id="paste"></textarea>${tag()}</html>`,
};
const BUTTON = 'document.querySelector("askline-widget")?.shadowRoot.querySelector("[data-do=page]")';
const CONTROL = "\uE009";
const KEYS = { ArrowDown: "\uE015", Escape: "\uE00C" };

/**
 * The service, with the file for copies held back until `release`.
 * @param {string} service
 */
async function startSlowService(service) {
  const { hostname, port } = new URL(service);
  let asked = 0;
  /** @type {() => void} */
  let release = () => undefined;
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  const server = createServer(async (request, response) => {
    if (request.url?.includes("/page_copy-")) {
      asked += 1;
      await released;
    }
    const { method, url: path, headers } = request;
    const onward = ask({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    release,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {string} key of a combination with the control key */
const withControl = (key) => [
  {
    type: "key",
    id: "keyboard",
    actions: [
      { type: "keyDown", value: CONTROL },
      { type: "keyDown", value: key },
      { type: "keyUp", value: key },
      { type: "keyUp", value: CONTROL },
    ],
  },
];
/** @param {{ x: number, y: number }} point */
const press = ({ x, y }) => [
  {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", duration: 0, x, y },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  },
];

/** @param {string} value */
const key = (value) => [
  {
    type: "key",
    id: "keyboard",
    actions: [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ],
  },
];

/** The shadow root's element for a selector, in the page. @param {string} selector */
const part = (selector) =>
  `document.querySelector("askline-widget")?.shadowRoot.querySelector(${JSON.stringify(selector)})`;

/**
 * @param {import("./other_engines.mjs").Engine} engine
 * @param {string} wanted an expression for an element of the page
 */
async function click(engine, wanted) {
  await becomes(() => engine.run(`return !!${wanted}`), true);
  const point = await engine.run(`const button = ${wanted}; button.scrollIntoView({ block: "center" });
    const box = button.getBoundingClientRect();
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }`);
  await engine.act(press(/** @type {{ x: number, y: number }} */ (point)));
}

/** Pastes what was copied, and waits for it. @param {import("./other_engines.mjs").Engine} engine @param {string} text */
async function pastes(engine, text) {
  await engine.run('const field = document.querySelector("#paste"); field.value = ""; field.focus()');
  await engine.act(withControl("v"));
  await becomes(
    () => engine.run(`return document.querySelector("#paste").value.includes(${JSON.stringify(text)})`),
    true,
  );
}

for (const [name, start] of Object.entries(ENGINES)) {
  test(`${name}: the first click copies the page, and the file for it arrives after the click`, async () => {
    /** @type {Awaited<ReturnType<typeof startSlowService>> | undefined} */
    let slow;
    const customer = await startCustomer([SHAPE], async (service) => {
      slow = await startSlowService(service);
      return slow.origin;
    });
    const engine = await start();
    try {
      await engine.open(customer.pages.origin + SHAPE.path);
      await click(engine, BUTTON);
      await becomes(async () => (slow?.asked() ?? 0) > 0, true);
      slow?.release();
      await becomes(() => engine.run(`return ${BUTTON}.getAttribute("style")?.includes("--done") ?? false`), true);
      await pastes(engine, "Flour, water, salt and time.");
    } finally {
      await engine.end();
      await customer.end();
      slow?.end();
    }
    assert.equal(slow?.asked(), 1);
  });

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
