/** The service's response to a request for a part of an earlier release. */

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Browser, ORIGIN } from "../support/browser";
import { SITE } from "../support/example_site";

const scripts = (browser: Browser) =>
  [...browser.window.document.querySelectorAll<HTMLScriptElement>("script[src]")].filter(({ src }) =>
    src.includes("release="),
  );

test("a page with an earlier release's first file loads the current one, once", async () => {
  const browser = await Browser.open({ tag: { "data-site": SITE, "data-target": "article" }, answersAfresh: true });
  const [fresh, ...others] = scripts(browser);
  expect(others).toEqual([]);
  expect(fresh?.src).toMatch(new RegExp(`^${ORIGIN}/widget\\.js\\?release=[0-9a-f]{16}$`));
  expect(fresh?.dataset).toMatchObject({ site: SITE, target: "article" });
  // The old widget is removed completely; the new file draws its own.
  expect(browser.hosts).toEqual([]);
  expect(browser.window).not.toHaveProperty("askline.init");
  expect(browser.errors).toEqual([]);
});

test("two releases that answer in turn do not send a page round and round", async () => {
  const browser = await Browser.open({ site: { plain: true }, answersAfresh: true });
  await browser.runTag({ "data-site": SITE });
  await browser.wait(2_000);
  expect(scripts(browser)).toHaveLength(1);
  // The first file's widget stays, without the features of the other files.
  expect(browser.hosts).toHaveLength(1);
});

test("what a page started by a script starts again where it stood", async () => {
  const browser = await Browser.open({ site: { plain: true }, tag: {}, answersAfresh: true });
  const { document } = browser.window;
  const askline = () => (browser.window as unknown as { askline: { init: (options: object) => void } }).askline;
  askline().init({ site: SITE, api: ORIGIN, target: document.querySelector("article") });
  await browser.wait(2_000);
  const begun: object[] = [];
  Object.assign(browser.window, { askline: { init: (options: object) => begun.push(options) } });
  scripts(browser)[0]?.dispatchEvent(new browser.window.Event("load"));
  expect(begun).toEqual([{ site: SITE, api: ORIGIN, target: document.querySelector("article") }]);
});

/** What is in a reader's clipboard after a copy of the page. */
function clipboardOf(browser: Browser): string[] {
  const copied: string[] = [];
  Object.assign(browser.window.document, {
    execCommand: () => copied.push(browser.root.querySelector("textarea")?.value ?? "") > 0,
  });
  return copied;
}

test("a reader who copies the page gets it from the present release, and the widget stays", async () => {
  const browser = await Browser.open({ site: { plain: true }, lacksPageCopy: 1 });
  const copied = clipboardOf(browser);
  await browser.click("Copy page");
  await browser.wait(2_000);
  expect(copied.join()).toContain("Flour, water, salt and time.");
  expect(scripts(browser)).toEqual([]);
  expect(browser.hosts).toHaveLength(1);
  expect(browser.errors).toEqual([]);
});

test("if no release has that part, the reader sees that the copy failed, and the widget stays", async () => {
  const browser = await Browser.open({ site: { plain: true }, lacksPageCopy: Infinity });
  const copied = clipboardOf(browser);
  await browser.click("Copy page");
  expect(copied).toEqual([]);
  expect(browser.note).not.toBe("");
  expect(browser.hosts).toHaveLength(1);
});

test("it names the release that it was built with", () => {
  const dist = new URL("../../dist/", import.meta.url);
  expect(readdirSync(new URL("widget/", dist))).toContain("afresh.js");
  expect(readFileSync(new URL("widget/afresh.js", dist), "utf8")).toMatch(/[0-9a-f]{16}/);
});
