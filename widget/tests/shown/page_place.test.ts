/** Where the widget is placed, in the shipped file. */

import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { SITE } from "../support/example_site";

const page = (body: string) => `<!doctype html><html lang="en"><title>T</title><body>${body}</body></html>`;
const placed = (placement: Record<string, unknown>, html: string) =>
  Browser.open({ html, site: { config: { placement } } });
const next = (element: Element | null | undefined) => element?.nextElementSibling?.localName;
const previous = (element: Element | null | undefined) => element?.previousElementSibling?.localName;

test.each([
  ["before", (spot: Element | null) => previous(spot)],
  ["after", (spot: Element | null) => next(spot)],
  ["prepend", (spot: Element | null) => spot?.firstElementChild?.localName],
  ["append", (spot: Element | null) => spot?.lastElementChild?.localName],
])("inline, it is %s the element that was named", async (position, look) => {
  const browser = await placed(
    { selector: "#spot", position },
    page("<main><div id=spot><p>A</p></div><p>B</p></main>"),
  );
  expect(look(browser.window.document.querySelector("#spot"))).toBe("askline-widget");
  expect(browser.hosts).toHaveLength(1);
});

test.each([
  ["article", "<main><article>A</article></main>"],
  ["main p", "<main><p>A</p></main><article>", "<main><p>A</p></main>"],
  ["body", "<p>A</p>", "<p>A</p>"],
])("where the element is missing, the first of article, main and body does: %s", async (name, body, html = body) => {
  const browser = await placed({ selector: "#missing", position: "after" }, page(html));
  await browser.wait(1_000);
  const { document } = browser.window;
  const anchor = document.querySelector(name);
  if (name === "body") expect(document.body.lastElementChild?.localName).toBe("askline-widget");
  else expect(next(anchor)).toBe("askline-widget");
  expect(browser.errors).toEqual([]);
});

test.each(["][", "p:has(", "::", "1"])("an invalid selector, such as %j, breaks nothing", async (selector) => {
  const browser = await placed({ selector, position: "after" }, page("<article>A</article>"));
  await browser.wait(1_000);
  expect(next(browser.window.document.querySelector("article"))).toBe("askline-widget");
  expect(browser.errors).toEqual([]);
});

test("a place that the page brings later is taken when it is there", async () => {
  const browser = await placed({ selector: "#late", position: "append" }, page("<main>A</main>"));
  await browser.wait(2_000);
  expect(browser.window.document.querySelector("main")?.lastElementChild?.localName).toBe("askline-widget");
  const late = browser.window.document.createElement("div");
  late.id = "late";
  browser.window.document.body.append(late);
  await browser.wait(1_000);
  expect(late.firstElementChild?.localName).toBe("askline-widget");
  expect(browser.hosts).toHaveLength(1);
});

test.each([
  [
    "before the footer of a page without content of its own",
    "<header>T</header><div><p>A</p></div><footer>F</footer>",
    "footer",
  ],
  [
    "before the last footer, not one of a part",
    "<section><p>A</p><footer>S</footer></section><div><footer>One</footer></div><div role=contentinfo>F</div><aside><footer>Q</footer></aside>",
    "[role=contentinfo]",
  ],
])("it is %s", async (_, body, before) => {
  const browser = await placed({ selector: "article", position: "after" }, page(body));
  await browser.wait(1_500);
  expect(browser.hosts).toHaveLength(1);
  expect(browser.host.nextElementSibling).toBe(browser.window.document.querySelector(before));
});

test("if an owner names the body, it is at the end of the body", async () => {
  const browser = await placed({ selector: "body", position: "append" }, page("<p>A</p><footer>F</footer>"));
  await browser.wait(1_500);
  expect(browser.window.document.body.lastElementChild).toBe(browser.host);
});

test("a page that swaps the parent of the widget ten times at one address keeps its widget", async () => {
  const browser = await placed({ selector: "article" }, page("<main><article>A</article></main>"));
  const { document } = browser.window;
  for (let round = 0; round < 10; round++) {
    const article = document.createElement("article");
    article.textContent = `Part ${round}`;
    document.querySelector("main")?.replaceChildren(article);
    await browser.wait(1_000);
    expect(browser.hosts, `after ${round + 1} swaps`).toHaveLength(1);
    expect(next(article)).toBe("askline-widget");
  }
});

test("a widget that a script of the page removed is added again, but only a limited number of times", async () => {
  const browser = await placed({ selector: "article" }, page("<article>A</article>"));
  browser.host.remove();
  await browser.wait(1_000);
  expect(browser.hosts).toHaveLength(1);
  for (let round = 0; round < 10; round++) {
    browser.hosts[0]?.remove();
    await browser.wait(1_000);
  }
  expect(browser.hosts).toHaveLength(0);
});

test("floating, it is in the body, in its corner, behind a button", async () => {
  const prepare = (window: Record<string, unknown>) => {
    window.CSSStyleSheet = undefined;
  };
  const site = { config: { placement: { mode: "floating", position: "bottom-left", side: "start" } } };
  const browser = await Browser.open({ prepare, site });
  expect(browser.host.parentElement).toBe(browser.window.document.body);
  expect(browser.root.querySelectorAll("a, button")).toHaveLength(1);
  const { style } = browser.host as HTMLElement;
  expect([style.position, style.bottom]).toEqual(["fixed", "calc(16px + var(--askline-clear,0px))"]);
  expect(style.getPropertyValue("inset-inline-start")).toBe("16px");
});

test("in manual mode it is not shown until the page places it", async () => {
  const site = { config: { placement: { mode: "manual" } } };
  const html = page("<main>A</main><div id=here></div>");
  const browser = await Browser.open({ html, site });
  await browser.wait(3_000);
  expect(browser.hosts).toHaveLength(0);
  const api = browser.window.askline as { init: (options: object) => void };
  api.init({ site: SITE, target: browser.window.document.querySelector("#here") });
  api.init({ site: SITE, target: "#here" });
  expect(browser.window.document.querySelector("#here")?.firstElementChild?.localName).toBe("askline-widget");
});

test("data-target names the place, whatever the configuration says", async () => {
  const html = page("<article>A</article><div id=here></div>");
  const browser = await Browser.open({ html, tag: { "data-site": SITE, "data-target": "#here" } });
  expect(browser.host.parentElement?.id).toBe("here");
});

test("several widgets stand on one page, and the page is counted once", async () => {
  const html = page("<article>A</article><div id=one></div><div id=two></div>");
  const browser = await Browser.open({ html, tag: { "data-site": SITE, "data-target": "#one" } });
  await browser.runTag({ "data-site": SITE, "data-target": "#two" });
  await browser.runTag({ "data-site": SITE, "data-target": "#two" });
  expect(browser.hosts.map((host) => host.parentElement?.id)).toEqual(["one", "two"]);
  expect(browser.hosts.map((host) => host.shadowRoot?.querySelector("section")?.getAttribute("role"))).toEqual([
    "region",
    "group",
  ]);
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view"]);
});

test.each([
  ["/recipes/bread", { includePaths: ["/recipes/**"] }, 1],
  ["/about", { includePaths: ["/recipes/**"] }, 0],
  ["/recipes/secret", { includePaths: ["/recipes/**"], excludePaths: ["/recipes/secret"] }, 0],
])("at %s with %j there are %i widgets, and as many views", async (path, placement, count) => {
  const browser = await Browser.open({ url: `https://example.com${path}`, site: { config: { placement } } });
  expect(browser.hosts).toHaveLength(count);
  expect(browser.service.events).toHaveLength(count);
});

test("a widget that is switched off shows nothing and counts nothing", async () => {
  const browser = await Browser.open({ site: { config: { enabled: false } } });
  expect(browser.hosts).toHaveLength(0);
  expect(browser.service.events).toEqual([]);
});
