/** The site's own items: what they open or copy, and how a click counts. */

import { expect, test } from "vitest";
import type { MenuItem } from "../../src/first/payload";
import { Browser, type PageOptions } from "../support/browser";
import { examplePayload } from "../support/example_site";

const id = (number: number) => `m_0000000000000000000000000${String(number)}`;
const LINK = { id: id(1), kind: "link", label: "Discuss", url: "https://forum.example.com/" };
const COMMAND = { id: id(2), kind: "command", label: "Install", text: "npx example install" };
const EDITOR = { id: id(3), kind: "editor", label: "Add to", url: "https://mcp.example.com/a?b=1" };
const MARKDOWN = { id: id(4), kind: "markdown", label: "As Markdown" };
const SOURCE = { id: id(5), kind: "preferred_source", label: "Prefer us" };
const LATER = { id: id(6), kind: "of_a_later_release", label: "Unknown" };
const MENU: readonly MenuItem[] = [LINK, COMMAND, EDITOR, MARKDOWN, SOURCE, LATER];
const WITH_MARKDOWN = `<!doctype html><html lang="en"><title>Bread</title>
  <link rel="alternate" type="text/markdown" href="/bread.md"><main><article><h1>Bread</h1><p>Flour.</p></article></main>`;

const open = (menu: readonly MenuItem[], options: PageOptions = {}) => {
  const payload = examplePayload();
  return Browser.open({ ...options, site: { ...payload, config: { ...payload.config, menu } } });
};
const itemsOf = ({ root }: Browser) => [...root.querySelectorAll('[data-do^="menu "]')];
const clicksOf = ({ service }: Browser) =>
  service.events.slice(1).map(({ type, itemId, platform }) => ({ type, itemId, platform }));
const clickOn = ({ id: itemId }: MenuItem) => ({ type: "item_click", itemId, platform: undefined });

/** A browser that opens windows and notes their addresses, or that opens none. */
function withWindows(opened: { address: string; isClosed?: boolean }[], isBlocked = false): PageOptions {
  return {
    prepare: (window) => {
      const blobs = new Map<string, Blob>();
      Object.assign(window, {
        Blob,
        open: () => {
          if (isBlocked) return null;
          const shown: (typeof opened)[number] = { address: "about:blank" };
          opened.push(shown);
          return {
            location: {
              replace: (address: string) => {
                void blobs
                  .get(address)
                  ?.text()
                  .then((text) => (shown.address = text));
              },
            },
            close: () => (shown.isClosed = true),
          };
        },
      });
      Object.assign((window as unknown as { URL: object }).URL, {
        createObjectURL: (blob: Blob) => {
          const address = `blob:${String(blobs.size)}`;
          blobs.set(address, blob);
          return address;
        },
      });
    },
  };
}

test("each item is drawn in its order with what it opens, and one of a later release is left out", async () => {
  const browser = await open(MENU);
  const items = itemsOf(browser);
  expect(items.map((item) => item.textContent)).toEqual([
    "Discuss (opens in a new tab)",
    "Install",
    "Add to · Cursor",
    "Add to · VS Code",
    "As Markdown",
    "Prefer us (opens in a new tab)",
  ]);
  const [link, command, cursor, code, markdown, google] = items.map((item) => item.getAttribute("href"));
  expect([link, command, markdown, google]).toEqual([
    "https://forum.example.com/",
    null,
    null,
    "https://www.google.com/preferences/source?q=example.com",
  ]);
  const ofCursor = new URL(cursor ?? "").searchParams;
  expect(JSON.parse(atob(ofCursor.get("config") ?? ""))).toEqual({ url: "https://mcp.example.com/a?b=1" });
  expect(JSON.parse(decodeURIComponent(code?.split("?")[1] ?? ""))).toEqual({
    name: "mcp.example.com",
    type: "http",
    url: "https://mcp.example.com/a?b=1",
  });
});

test("a click on an item counts once, as the item and neither as an ask nor as a share or a copy", async () => {
  const browser = await open(MENU, {
    navigator: { clipboard: { writeText: () => Promise.resolve() } },
  });
  for (const label of ["Discuss", "Install", "Add to · Cursor", "Add to · VS Code", "Prefer us"])
    await browser.click(label);
  expect(clicksOf(browser)).toEqual([LINK, COMMAND, EDITOR, EDITOR, SOURCE].map(clickOn));
});

test("a command that the browser does not copy is not counted, and the reader sees that it failed", async () => {
  const browser = await open([COMMAND]);
  await browser.click("Install");
  expect(browser.note).toContain("Copying failed");
  expect(clicksOf(browser)).toEqual([]);
});

test("a page with Markdown of its own is opened there", async () => {
  const browser = await open([MARKDOWN], { html: WITH_MARKDOWN });
  expect(itemsOf(browser).map((item) => item.getAttribute("href"))).toEqual(["https://example.com/bread.md"]);
});

test("a page without Markdown is opened as a copy that the browser makes, in a window that the click opens", async () => {
  const opened: { address: string }[] = [];
  const browser = await open([MARKDOWN], withWindows(opened));
  browser.find("As Markdown").click();
  expect(opened).toEqual([{ address: "about:blank" }]);
  await browser.settle();
  expect(opened[0]?.address).toContain("Flour, water, salt and time.");
  expect(clicksOf(browser)).toEqual([clickOn(MARKDOWN)]);
});

test("Markdown is not counted if the browser opens no window, or if the file that makes it cannot be loaded", async () => {
  const blocked = await open([MARKDOWN], withWindows([], true));
  await blocked.click("As Markdown");
  const opened: { address: string; isClosed?: boolean }[] = [];
  const offline = await open([MARKDOWN], withWindows(opened));
  offline.loads = false;
  await offline.click("As Markdown");
  expect(opened).toEqual([{ address: "about:blank", isClosed: true }]);
  for (const browser of [blocked, offline]) expect(clicksOf(browser)).toEqual([]);
  expect(blocked.note).toContain("Copying failed");
});

test("a site whose items cannot be loaded is drawn without them", async () => {
  const browser = await open(MENU, { loads: false });
  expect(itemsOf(browser)).toEqual([]);
  expect(browser.root.querySelector("h2")).not.toBeNull();
  expect(browser.errors).toEqual([]);
});

test("items are in the panel of a widget behind a button, and stay the same when the page changes", async () => {
  const payload = examplePayload();
  const theme = { ...payload.config.theme, layout: "menu" };
  const browser = await Browser.open({ site: { config: { ...payload.config, theme, menu: MENU } } });
  expect(itemsOf(browser)).toEqual([]);
  browser.root.querySelector<HTMLElement>("[data-do=panel]")?.click();
  await browser.settle();
  expect(itemsOf(browser)).toHaveLength(6);
  await browser.navigate("/other", "Other");
  expect(itemsOf(browser)).toHaveLength(6);
  expect(browser.root.querySelectorAll(".items")).toHaveLength(1);
});
