/**
 * Pages that changed the browser before the widget loaded, and payloads of other releases. Tested with the shipped
 * file.
 */

import { expect, test } from "vitest";
import { Browser, says } from "../support/browser";
import { examplePayload, SITE } from "../support/example_site";
import { Service } from "../support/service";

const names = (browser: Browser) => browser.links(".ai").map(says);

/** What old libraries do to the prototypes that all scripts share. */
const HABITS: readonly (readonly [string, string])[] = [
  ["adds to every object", "Object.prototype.extend = function () { return this; }; Object.prototype.own = 1;"],
  [
    "adds to every list",
    "Array.prototype.each = function () {}; Array.prototype.first = function () { return this[0]; };",
  ],
  [
    "writes lists and objects as it likes",
    "Array.prototype.toJSON = Object.prototype.toJSON = function () { return 'spoiled'; };",
  ],
  ["has an Array.from of its own", "Array.from = function (list) { return [].slice.call(list); };"],
  ["has functions of its own in every function", "Function.prototype.bindAsEventListener = function () {};"],
  ["adds to every element", "Element.prototype.hide = Element.prototype.show = function () { return this; };"],
];

test.each(HABITS)("a page whose library %s gets a whole widget, which counts", async (_, script) => {
  const browser = await Browser.open({
    prepare: (window) => {
      window.eval(script);
    },
  });
  expect(names(browser)).toEqual(["Ask ChatGPT", "Copy and open Gemini"]);
  // Each element of the widget has the attributes that it has on an unchanged page.
  const attributes = ({ root }: Browser) =>
    [...root.querySelectorAll("*")].map((element) => [element.localName, ...element.getAttributeNames()]);
  expect(attributes(browser)).toEqual(attributes(await Browser.open()));
  await browser.click("Ask ChatGPT");
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view", "ai_click"]);
  expect(browser.errors).toEqual([]);
});

test("what waits to be sent is kept whole, whatever the page's library makes of lists and objects", async () => {
  const spoil = (window: Browser["window"]) => {
    window.eval("Array.prototype.toJSON = Object.prototype.toJSON = function () { return 'spoiled'; };");
  };
  const browser = await Browser.open({ prepare: spoil });
  browser.service.eventReplies.push({ status: 503 });
  await browser.click("Ask ChatGPT");
  await browser.wait(30_000);
  const [, first, second] = browser.service.events;
  expect([first?.type, second?.type, second?.eventId]).toEqual(["ai_click", "ai_click", first?.eventId]);
});

test.each(["p", "form"])(
  "an element with id=askline, here a %s, is not taken for the widget that is there already",
  async (name) => {
    const browser = await Browser.open({
      // Browsers do this for such an element; jsdom does not.
      prepare: (window) => Object.assign(window, { askline: window.document.createElement(name) }),
    });
    expect(browser.window.eval("'init' in askline")).toBe(true);
    expect(names(browser)).toEqual(["Ask ChatGPT", "Copy and open Gemini"]);
    expect(browser.service.events.map(({ type }) => type)).toEqual(["view"]);
    expect(browser.errors).toEqual([]);
  },
);

test.each([
  [
    "a form with a field named init",
    "const form = document.createElement('form'); form.append(Object.assign(document.createElement('input'), { name: 'init' })); return form;",
  ],
  [
    "a frame of another origin",
    "return new Proxy({}, { get() { throw new DOMException('of another origin', 'SecurityError'); } });",
  ],
])("%s that is named askline does not keep the widget from showing", async (_, make) => {
  const browser = await Browser.open({
    // Browsers have named elements in the window's prototype; jsdom has none.
    prepare: (window) => {
      const value = window.eval(`(() => { ${make} })()`);
      Object.defineProperty(Object.getPrototypeOf(window), "askline", { value, writable: true, configurable: true });
    },
  });
  expect(names(browser)).toEqual(["Ask ChatGPT", "Copy and open Gemini"]);
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view"]);
  expect(browser.errors).toEqual([]);
});

test("on such a page the whole content is still copied", async () => {
  const copied: string[] = [];
  const clipboard = { writeText: (text: string) => Promise.resolve(void copied.push(text)) };
  const browser = await Browser.open({
    navigator: { clipboard },
    prepare: (window) => {
      window.eval(HABITS.map(([, script]) => script).join("\n"));
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one that copies at once
      window.document.execCommand = () => false;
    },
  });
  await browser.click("Copy page");
  // The file that copies pages is loaded first.
  await browser.wait(1);
  expect(copied).toEqual(["# Slow bread\n\nFlour, water, salt and time.\n\n<https://example.com/bread>\n"]);
});

test("a kept configuration of another version, with words missing and things unknown, still shows", async () => {
  const old = examplePayload();
  const kept = {
    ...old,
    labels: { en: { ...old.labels.en, title: "Ask away", share: undefined } },
    rules: null,
    later: { unknown: true },
    config: { ...old.config, theme: { ...old.config.theme, layout: "grid", glow: 3 }, later: [1] },
  };
  const service = new Service();
  service.configReply = "unreachable";
  const stored = { [`askline.config.4.${SITE}`]: `en\n${JSON.stringify({ data: kept, error: null, meta: {} })}` };
  const browser = await Browser.open({ service, stored });
  expect(names(browser)).toEqual(["Ask ChatGPT", "Copy and open Gemini"]);
  expect(browser.root.querySelector("h2")?.textContent).toBe("Ask away");
  await browser.click("Copy and open Gemini");
  expect(service.events.map(({ type, platform }) => [type, platform])).toEqual([
    ["view", undefined],
    ["ai_click", "gemini"],
  ]);
  expect(browser.errors).toEqual([]);
});

test("a button whose menu is open keeps saying so when the card is drawn again", async () => {
  const browser = await Browser.open();
  const expanded = () => browser.find("More options").getAttribute("aria-expanded");
  await browser.click("More options");
  expect(expanded()).toBe("true");
  await browser.navigate("/bread", "Slower bread");
  expect([expanded(), browser.root.querySelectorAll("[role=menu]").length]).toEqual(["true", 1]);
  await browser.click("More options");
  expect(expanded()).toBeNull();
});
