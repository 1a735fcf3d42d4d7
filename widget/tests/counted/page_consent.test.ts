/** A page that asks for consent first: `data-count="consent"` and `Askline.count()`. Tested with the shipped file. */

import { expect, test } from "vitest";
import type { AsklineApi } from "../../src/init_options";
import { Browser, ORIGIN } from "../support/browser";
import { SITE } from "../support/example_site";

const WITH_CONSENT = { "data-site": SITE, "data-count": "consent" };
const apiOf = ({ window }: Browser) => (window as unknown as { Askline: AsklineApi }).Askline;
const told = ({ service }: Browser) => service.events.map(({ type }) => type);
const keys = ({ window }: Browser) => Object.keys(window.localStorage).sort();

test("before consent nothing is counted, kept or read, and the widget works", async () => {
  const asked: string[] = [];
  const browser = await Browser.open({
    tag: WITH_CONSENT,
    prepare: ({ Storage }) => {
      Storage.prototype.getItem = (key: string) => {
        asked.push(key);
        return null;
      };
    },
  });
  await browser.click("Ask ChatGPT");
  browser.window.dispatchEvent(new browser.window.Event("pagehide"));
  await browser.wait(10_000);
  expect(browser.links(".ai")[0]?.href).toContain("https://chatgpt.com/");
  expect([told(browser), browser.service.beacons, keys(browser), asked]).toEqual([[], [], [], []]);
  expect(browser.errors).toEqual([]);
});

test("with consent the view of the page counts at once, and what follows; what came before does not", async () => {
  const browser = await Browser.open({ tag: WITH_CONSENT });
  await browser.click("Ask ChatGPT");
  apiOf(browser).count(true);
  await browser.settle();
  expect(told(browser)).toEqual(["view"]);
  await browser.click("Ask ChatGPT");
  apiOf(browser).count(true);
  await browser.settle();
  expect(told(browser)).toEqual(["view", "ai_click"]);
  expect(keys(browser)).toEqual(["askline.last"]);
});

test("a refusal forgets what was kept and sends nothing that waits, but keeps the reader's own wish and what the page keeps", async () => {
  const stored = {
    "askline.off": "",
    "askline.theme": "dark",
    "page.cart": "7",
    [`askline.away.${SITE}`]: "Fri Nov 20 2026",
  };
  const browser = await Browser.open({ stored });
  browser.service.eventReplies.push({ status: 503 });
  await browser.click("Ask ChatGPT");
  expect(keys(browser)).toEqual([
    `askline.away.${SITE}`,
    `askline.config.4.${SITE}`,
    "askline.last",
    "askline.off",
    "askline.queue",
    "askline.theme",
    "page.cart",
  ]);
  const before = browser.service.posts.length;
  apiOf(browser).count(false);
  await browser.click("Ask ChatGPT");
  await browser.wait(40_000);
  await browser.navigate("/butter");
  browser.window.dispatchEvent(new browser.window.Event("pagehide"));
  expect([browser.service.posts.length, browser.service.beacons]).toEqual([before, []]);
  expect(keys(browser)).toEqual(["askline.off", "askline.theme", "page.cart"]);
});

test("an event that is under way while consent is taken back is not sent again", async () => {
  const browser = await Browser.open();
  browser.service.eventReplies.push("silent");
  await browser.click("Ask ChatGPT");
  const before = browser.service.posts.length;
  apiOf(browser).count(false);
  browser.window.dispatchEvent(new browser.window.Event("pagehide"));
  await browser.wait(40_000);
  expect([browser.service.posts.length, browser.service.beacons, keys(browser)]).toEqual([before, [], []]);
});

test("what a reader said holds for the document: for widgets that come later, and for the script put in again", async () => {
  const browser = await Browser.open({ tag: { "data-count": "consent" } });
  apiOf(browser).count(false);
  apiOf(browser).init({ site: SITE, api: ORIGIN });
  await browser.wait(1_500);
  expect(told(browser)).toEqual([]);
  apiOf(browser).destroy();
  await browser.runTag({ "data-site": SITE });
  await browser.wait(1_500);
  expect([told(browser), keys(browser)]).toEqual([[], []]);
  apiOf(browser).count(true);
  await browser.settle();
  expect(told(browser)).toEqual(["view"]);
});

test("a reader who asked not to be counted stays uncounted with consent", async () => {
  const browser = await Browser.open({ tag: WITH_CONSENT, stored: { "askline.off": "1" } });
  apiOf(browser).count(true);
  await browser.settle();
  expect(told(browser)).toEqual([]);
});

test("where the second file does not come, consent decides as well", async () => {
  const browser = await Browser.open({ tag: WITH_CONSENT, loads: false });
  await browser.wait(2_000);
  expect(told(browser)).toEqual([]);
  apiOf(browser).count(true);
  await browser.settle();
  expect(told(browser)).toEqual(["view"]);
});
