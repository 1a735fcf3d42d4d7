/** The widget on pages whose scripts take over what the server made. Tested with the shipped file. */

import { expect, test } from "vitest";
import { Browser } from "../support/browser";

const TEXT = "<main><article><h1>Slow bread</h1><p>Flour, water, salt and time.</p></article></main>";
const page = (body: string) => `<!doctype html><html lang="en"><title>T</title><body>${body}</body></html>`;
/** A page has scripts of its own, which the tests stand in for. */
const SCRIPT = '<script type="module">0</script>';
const after = (browser: Browser) => browser.hosts.map((host) => host.previousElementSibling?.localName);

interface Case {
  readonly name: string;
  readonly html: string;
  /** What the page's script leaves behind when it took the elements over. */
  readonly takeOver: (document: Document, window: Record<string, unknown>) => void;
}
const mark = (node: Element | null | undefined, name: string, value: unknown = {}) =>
  Object.assign(node as object, { [name]: value });
const react = (document: Document, root: string) => {
  mark(document.querySelector(root), "__reactContainer$x");
  for (const node of document.querySelectorAll(`${root} *`)) mark(node, "__reactFiber$x");
};

const CASES: readonly Case[] = [
  ...["__next", "___gatsby", "__docusaurus"].map((id) => ({
    name: `React in #${id}`,
    html: `<div id="${id}">${TEXT}</div>`,
    takeOver: (document: Document) => {
      react(document, `#${id}`);
    },
  })),
  {
    name: "Vue in #__nuxt",
    html: `<div id="__nuxt">${TEXT}</div>`,
    takeOver: (document) => mark(document.querySelector("#__nuxt"), "__vue_app__"),
  },
  {
    name: "Vue 2",
    html: `<div data-server-rendered="true">${TEXT}</div>`,
    takeOver: (document) => document.querySelector("[data-server-rendered]")?.removeAttribute("data-server-rendered"),
  },
  {
    name: "an island of Astro",
    html: `<astro-island ssr>${TEXT}</astro-island>`,
    takeOver: (document) => document.querySelector("astro-island")?.removeAttribute("ssr"),
  },
];

test.each(CASES)("nothing is added to $name before it was taken over", async ({ html, takeOver }) => {
  const browser = await Browser.open({ html: page(html + SCRIPT) });
  const { document } = browser.window;
  await browser.wait(500);
  expect(browser.hosts).toHaveLength(0);
  expect(browser.service.events).toEqual([]);
  takeOver(document, browser.window);
  await browser.wait(500);
  expect(after(browser)).toEqual(["p"]);
  expect(browser.service.events.map(({ type, widget }) => [type, widget])).toEqual([["view", undefined]]);
});

test.each(CASES)(
  "where $name is never taken over, the widget follows it outside after some seconds",
  async ({ html }) => {
    const browser = await Browser.open({ html: page(html + SCRIPT) });
    await browser.wait(6_000);
    const [root] = browser.window.document.body.children;
    expect(browser.hosts.map((host) => host.previousElementSibling)).toEqual([root]);
  },
);

test("a root that React has begun and not ended is left alone until it has", async () => {
  const browser = await Browser.open({
    html: page(`<div class="unknown"></div>${SCRIPT}`),
  });
  const root = browser.window.document.querySelector(".unknown");
  const made = browser.window.document.createRange().createContextualFragment(TEXT);
  root?.append(made);
  mark(root, "__reactContainer$x");
  await browser.wait(500);
  expect(browser.hosts).toHaveLength(0);
  react(browser.window.document, ".unknown");
  await browser.wait(500);
  expect(after(browser)).toEqual(["p"]);
});

test("a page whose whole document is taken over gets nothing before, however long that takes", async () => {
  const browser = await Browser.open({
    html: page(TEXT + SCRIPT),
    prepare: (window) => Object.assign(window, { __next_f: [] }),
  });
  await browser.wait(10_000);
  expect(browser.hosts).toHaveLength(0);
  const { document } = browser.window;
  for (const node of [document.documentElement, ...document.querySelectorAll("body, body *")])
    mark(node, "__reactFiber$x");
  await browser.wait(2_000);
  expect(after(browser)).toEqual(["p"]);
});

test("a server-made tree with comments of a framework waits until the page had time, and no longer", async () => {
  const browser = await Browser.open({ html: page(`<div>${TEXT}<!--[--><!--]--></div>${SCRIPT}`) });
  await browser.wait(6_000);
  expect(after(browser)).toEqual(["p"]);
});

test.each([
  ["without a script of its own", `<div id="__next">${TEXT}</div>`],
  ["that no script takes over", `<div class="page">${TEXT}</div>${SCRIPT}`],
])("a page %s gets its widget at once", async (_, body) => {
  const browser = await Browser.open({ html: page(body) });
  expect(after(browser)).toEqual(["p"]);
});

test("a floating widget waits for the whole document, too", async () => {
  const browser = await Browser.open({
    html: page(TEXT + SCRIPT),
    site: { config: { placement: { mode: "floating" } } },
    prepare: (window) => Object.assign(window, { __remixContext: {} }),
  });
  await browser.wait(500);
  expect(browser.hosts).toHaveLength(0);
  mark(browser.window.document.body, "__reactFiber$x");
  await browser.wait(500);
  expect(browser.hosts).toHaveLength(1);
});

test("copies of the widget's element that a cache of pages put in are taken away", async () => {
  const browser = await Browser.open({ html: page(TEXT) });
  const { document } = browser.window;
  const copy = document.body.cloneNode(true) as HTMLElement;
  document.body.replaceChildren(...copy.childNodes);
  await browser.wait(2_000);
  expect(browser.hosts).toHaveLength(1);
  expect(browser.host.shadowRoot).not.toBeNull();
  expect(after(browser)).toEqual(["p"]);
  expect(browser.service.events).toHaveLength(1);
});
