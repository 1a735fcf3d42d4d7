/** What counts as a view of a page, whatever happens to its widget. Tested with the shipped file. */

import { expect, test } from "vitest";
import type { AsklineApi } from "../../src/init_options";
import { Browser, ORIGIN } from "../support/browser";
import { SITE } from "../support/example_site";

const apiOf = ({ window }: Browser) => (window as unknown as { askline: AsklineApi }).askline;
const viewsOf = ({ service }: Browser) => service.events.filter(({ type }) => type === "view");

/** Adds the page's path to `told` for each event about a shown widget. */
function heard(told: string[]) {
  return (window: Browser["window"]) => {
    window.document.addEventListener("askline:shown", () => {
      told.push(window.location.pathname);
    });
  };
}

test("a widget that is taken away and put back four times is one view, also with the script put in again", async () => {
  const told: string[] = [];
  const browser = await Browser.open({ tag: {}, prepare: heard(told) });
  for (let round = 0; round < 4; round++) {
    const options = { site: SITE, api: ORIGIN, target: "article" };
    apiOf(browser).init(options);
    await browser.wait(1_500);
    expect(browser.hosts).toHaveLength(1);
    apiOf(browser).remove(options);
    await browser.wait(1_500);
    expect(browser.hosts).toHaveLength(0);
    // Removing the last widget removed everything.
    await browser.runTag({});
  }
  expect(viewsOf(browser)).toHaveLength(1);
  expect(told).toEqual(["/bread"]);
});

test("another address of the same document is another view, and a way back is one, too", async () => {
  const browser = await Browser.open();
  await browser.navigate("/butter");
  await browser.navigate("/bread");
  expect(viewsOf(browser).map(({ url }) => new URL(url).pathname)).toEqual(["/bread", "/butter", "/bread"]);
});

test("query parameters and hash routes that belong to a page are sent with its views, and others lead to no view", async () => {
  const pages = { queryParameters: [{ name: "p" }], hashRoutes: true };
  const browser = await Browser.open({ site: { pages, plain: false } });
  await browser.navigate("/bread?p=4&secret=1&utm_source=mail");
  await browser.navigate("/bread?secret=2&p=4");
  await browser.navigate("/bread?p=5#/crust?x=1");
  const sent = viewsOf(browser).map(({ url }) => new URL(url));
  expect(sent.map(({ pathname, search, hash }) => pathname + search + hash)).toEqual([
    "/bread",
    "/bread?utm_source=mail&p=4",
    "/bread?p=5#/crust",
  ]);
});

test("a page without a widget sends no event of one, and its view says so", async () => {
  const told: string[] = [];
  const html =
    "<!doctype html><html lang=en><title>All posts</title><body class=archive><main><article><h2>A</h2></article><article><h2>B</h2></article></main></body></html>";
  const browser = await Browser.open({ html, prepare: heard(told) });
  await browser.wait(2_000);
  expect(browser.hosts).toHaveLength(0);
  expect(viewsOf(browser).map(({ widget }) => widget)).toEqual([false]);
  expect(told).toEqual([]);
});

test("a page that brings the widget's place late has one view, with the widget", async () => {
  const told: string[] = [];
  const browser = await Browser.open({
    site: { config: { placement: { selector: "#late", position: "append" } } },
    prepare: heard(told),
  });
  expect(viewsOf(browser)).toEqual([]);
  const place = browser.window.document.createElement("div");
  place.id = "late";
  browser.window.document.body.append(place);
  await browser.wait(2_000);
  expect(browser.host.parentElement?.id).toBe("late");
  expect(viewsOf(browser).map((view) => "widget" in view)).toEqual([false]);
  expect(told).toEqual(["/bread"]);
});

test("a page that is left before the place came is a view without the widget", async () => {
  const browser = await Browser.open({ site: { config: { placement: { selector: "#never", position: "append" } } } });
  browser.window.dispatchEvent(new browser.window.Event("pagehide"));
  await browser.settle();
  expect(viewsOf(browser).map(({ widget }) => widget)).toEqual([false]);
});

test("where the second file does not come, views say the same of the widget", async () => {
  const html =
    "<!doctype html><html lang=en><title>All posts</title><body class=archive><main><p>A list</p></main></body></html>";
  for (const [page, expected] of [
    [undefined, undefined],
    [html, false],
  ] as const) {
    const browser = await Browser.open({ loads: false, ...(page && { html: page }) });
    await browser.wait(2_000);
    expect(viewsOf(browser).map(({ widget }) => widget)).toEqual([expected]);
  }
});
