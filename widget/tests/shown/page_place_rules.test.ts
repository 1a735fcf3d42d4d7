/**
 * Where the widget is placed on pages of well-known generators without a chosen place. Tested with the shipped file.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";

const FOLDER = join(import.meta.dirname, "../../../testdata/placement");
/** The comment that says where the widget belongs. */
const HERE = "widget";

const pages = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".html"))
  .map((name) => {
    const html = readFileSync(join(FOLDER, name), "utf8");
    return { name, html, what: /^<!-- (.+?) -->/.exec(html)?.[1] ?? "" };
  });
const listed = pages.filter(({ html }) => !html.includes(`<!--${HERE}-->`));
const open = (html: string, placement: Record<string, unknown> = {}) =>
  Browser.open({ html: `<!doctype html>\n${html}`, site: { config: { placement } } });

/** The text of the comment next to `host`, ignoring white space; undefined if another node is there. */
function beside(host: Element | undefined, side: "previousSibling" | "nextSibling"): string | null | undefined {
  let node = host?.[side];
  while (node?.nodeType === 3 && !node.textContent?.trim()) node = node[side];
  return node?.nodeType === 8 ? node.textContent : undefined;
}

test("each page says which generator made it, in which version", () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter(({ what }) => !/\d/.test(what))).toEqual([]);
});

test.each(pages)("$what", async ({ html }) => {
  const browser = await open(html);
  // A script of the page has a second to add what is missing.
  await browser.wait(1_500);
  const [host, ...others] = browser.hosts;
  expect(others).toEqual([]);
  const isHere = [beside(host, "nextSibling"), beside(host, "previousSibling")].includes(HERE);
  expect(
    host ? isHere || `beside ${host.previousElementSibling?.outerHTML.slice(0, 80) ?? "nothing"}` : "nowhere",
  ).toBe(html.includes(`<!--${HERE}-->`) || "nowhere");
  expect(browser.errors).toEqual([]);
});

test.each(listed)("if an owner names the place it is there, too: $what", async ({ html }) => {
  const browser = await open(html, { selector: "main", position: "append" });
  expect(browser.hosts[0]?.parentElement?.localName).toBe("main");
});

test("the side that the configuration asks for is that of the page's content", async () => {
  const docs = pages.find(({ name }) => name.startsWith("starlight"))?.html ?? "";
  const browser = await open(docs, { position: "before" });
  expect(browser.host.nextElementSibling?.className).toBe("sl-markdown-content");
});

test("a single-page application that goes from a post to a list takes the widget away, and brings it back", async () => {
  const html = "<html lang=en><title>T</title><body><main><article><h1>One</h1></article></main></body></html>";
  const browser = await open(html);
  const { document } = browser.window;
  expect(browser.hosts).toHaveLength(1);
  const article = (tag: string) => {
    const made = document.createElement("article");
    made.append(document.createElement(tag), "Some words");
    return made;
  };
  const main = document.querySelector("main");
  const host = browser.host;
  main?.replaceChildren(article("h2"), host, article("h2"));
  await browser.navigate("/list");
  await browser.wait(2_000);
  expect(browser.hosts).toHaveLength(0);
  main?.replaceChildren(article("h1"));
  await browser.navigate("/bread");
  expect(browser.hosts).toEqual([host]);
});
