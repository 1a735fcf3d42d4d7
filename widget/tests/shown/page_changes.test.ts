/** Pages that scripts change, and services that are unreachable, in the shipped file. */

import { expect, test } from "vitest";
import { Browser, says } from "../support/browser";
import { examplePayload, examplePrompt, exampleRule, SITE } from "../support/example_site";
import { Service } from "../support/service";

const views = ({ service }: Browser) =>
  service.events.filter(({ type }) => type === "view").map(({ url, title }) => [url, title]);

test("an address that a script changes is a view, with the title that it has by then", async () => {
  const browser = await Browser.open();
  browser.window.history.pushState(null, "", "/soup");
  await browser.wait(1_050);
  browser.window.document.title = "Soup";
  await browser.wait(2_000);
  expect(views(browser)).toEqual([
    ["https://example.com/bread", "Slow bread"],
    ["https://example.com/soup", "Soup"],
  ]);
  expect(browser.links(".ai")[0]?.href).toContain("example.com%2Fsoup");
});

test("a redirect by a script is one view, of where it ends", async () => {
  const browser = await Browser.open();
  browser.window.history.pushState(null, "", "/old");
  await browser.wait(1_000);
  browser.window.history.replaceState(null, "", "/new");
  await browser.wait(3_000);
  expect(views(browser).map(([url]) => url)).toEqual(["https://example.com/bread", "https://example.com/new"]);
});

test("another query or fragment is the same page, but the links name it as it is", async () => {
  const browser = await Browser.open();
  await browser.navigate("/bread?size=2#top");
  expect(views(browser)).toHaveLength(1);
  expect(browser.links(".ai")[0]?.href).toContain(encodeURIComponent("https://example.com/bread?size=2 "));
});

test("the browser's own notice of a changed address is heard at once", async () => {
  let navigation: EventTarget | undefined;
  const browser = await Browser.open({
    prepare: (window) => {
      navigation = window.navigation = new EventTarget();
    },
  });
  browser.window.history.pushState(null, "", "/soup");
  navigation?.dispatchEvent(new Event("currententrychange"));
  await browser.wait(350);
  expect(browser.links(".ai")[0]?.href).toContain("example.com%2Fsoup");
  await browser.wait(1_050);
  expect(views(browser)).toHaveLength(2);
});

test("a page has the title that it had when it had settled, also after a way back", async () => {
  const browser = await Browser.open();
  const { document, history } = browser.window;
  const visits: [string, string][] = [
    ["/soup", "Soup"],
    ["/bread", "Slow bread"],
  ];
  for (const [path, title] of visits) {
    history.pushState(null, "", path);
    // The address has been noticed, and the script still shows the page before.
    await browser.wait(1_700);
    document.title = title;
    await browser.wait(1_000);
  }
  expect(views(browser)).toEqual([
    ["https://example.com/bread", "Slow bread"],
    ["https://example.com/soup", "Soup"],
    ["https://example.com/bread", "Slow bread"],
  ]);
});

test("a page that is left or asked about before its title has settled has none in its events", async () => {
  const browser = await Browser.open();
  const { window } = browser;
  window.history.pushState(null, "", "/soup");
  await browser.wait(1_500);
  await browser.click("Ask ChatGPT");
  window.history.pushState(null, "", "/stew");
  await browser.wait(1_500);
  window.dispatchEvent(new window.Event("pagehide"));
  await browser.settle();
  const told = browser.service.events.map(({ type, url, title }) => [type, new URL(url).pathname, title]);
  expect(told).toEqual([
    ["view", "/bread", "Slow bread"],
    ["ai_click", "/soup", undefined],
    ["view", "/soup", undefined],
    ["view", "/stew", undefined],
  ]);
});

test.each([
  ["the site's name", "example kitchen", "", "Slow bread at home"],
  [
    "the name that the page gives the site",
    "Our Kitchen",
    '<meta property="og:site_name" content="our kitchen">',
    "Slow bread at home",
  ],
  ["nothing", "", "", "Slow bread at home"],
  ["its own", "Slow bread", "", "Slow bread"],
])("a page whose title is %s is called by its heading", async (_what, title, meta, expected) => {
  const html = `<!doctype html><html lang=en><head><title>${title}</title>${meta}</head><body><article><h1> Slow bread\n at <b>home</b> </h1></article></body></html>`;
  const browser = await Browser.open({ html, site: { siteName: "Example Kitchen" } });
  expect(views(browser).map(([, told]) => told)).toEqual([expected]);
});

test("a title that stays when a script shows another page is the site's", async () => {
  const html = `<!doctype html><html lang=en><title>The app</title><body><article><h1>Bread</h1></article></body></html>`;
  const browser = await Browser.open({ html });
  const heading = browser.window.document.querySelector("h1");
  browser.window.history.pushState(null, "", "/soup");
  if (heading) heading.textContent = "Soup";
  await browser.wait(3_000);
  expect(views(browser).map(([, title]) => title)).toEqual(["The app", "Soup"]);
});

test.each([
  "file:///home/reader/page.html",
  "about:srcdoc",
  "about:blank",
  "data:text/html,<article>",
  "blob:https://example.com/1",
])("a page at %s has no widget and counts nothing, and the console says why", async (url) => {
  const said: unknown[] = [];
  const browser = await Browser.open({
    url,
    prepare: (window) => {
      (window.console as Console).warn = (...words: unknown[]) => said.push(words.join(" "));
    },
  });
  await browser.wait(3_000);
  expect(browser.hosts).toHaveLength(0);
  expect(browser.service.events).toEqual([]);
  expect(said).toEqual([`Askline: a page without a web address has no widget: ${url.split(":")[0] ?? ""}:`]);
});

test("after the first view the page before is the site's own", async () => {
  const browser = await Browser.open({ referrer: "https://chatgpt.com/c/1" });
  await browser.navigate("/soup");
  expect(browser.service.events.map(({ referrer }) => referrer)).toEqual([
    "https://chatgpt.com",
    "https://example.com",
  ]);
});

test("paths and rules are checked again on each page", async () => {
  const placement = { excludePaths: ["/private/**"] };
  const rules = [exampleRule({ type: "hide_platforms", platformIds: ["gemini"] }, { paths: ["/soup"] })];
  const browser = await Browser.open({ site: { rules, config: { placement } } });
  await browser.navigate("/private/a");
  expect(browser.hosts).toHaveLength(0);
  await browser.navigate("/soup");
  expect(browser.links(".ai").map(says)).toEqual(["Ask ChatGPT"]);
  await browser.navigate("/bread");
  expect(browser.links(".ai")).toHaveLength(2);
  expect(views(browser).map(([url]) => url)).toEqual([
    "https://example.com/bread",
    "https://example.com/soup",
    "https://example.com/bread",
  ]);
});

test("refresh draws the page as it is now, without a new view", async () => {
  const browser = await Browser.open();
  browser.window.document.documentElement.lang = "fr";
  browser.window.document.title = "Autre";
  (browser.window.askline as { refresh: () => void }).refresh();
  expect(browser.links(".ai")[0]?.href).toContain("Autre");
  expect(views(browser)).toHaveLength(1);
});

test("the widget does not touch the page's history, prototypes or globals, but for its own", async () => {
  const before = new Map<string, unknown>();
  const things = (window: Record<string, unknown>) =>
    ["History", "Node", "Element", "EventTarget", "XMLHttpRequest", "Storage"].flatMap((name) =>
      Object.entries(Object.getOwnPropertyDescriptors((window[name] as { prototype: object }).prototype)).map(
        ([key, property]) => [`${name}.${key}`, (property.value ?? property.get?.toString()) as unknown] as const,
      ),
    );
  const browser = await Browser.open({
    prepare: (window) => {
      for (const [name, value] of things(window)) before.set(name, value);
      before.set("globals", Object.keys(window).sort().join());
    },
  });
  await browser.click("Ask ChatGPT");
  await browser.navigate("/soup");
  for (const [name, value] of things(browser.window)) expect([name, before.get(name) === value]).toEqual([name, true]);
  const globals = Object.keys(browser.window).filter((name) => !["askline", "Askline"].includes(name));
  expect(globals.sort().join()).toBe(before.get("globals"));
});

test("a page that breaks the browser's own functions later does not break the widget's counting", async () => {
  const browser = await Browser.open();
  const broken = () => {
    throw new Error("changed by the page");
  };
  const { window } = browser;
  Object.assign(window, { fetch: broken, setTimeout: broken });
  Object.assign(window.Storage.prototype, { getItem: broken, setItem: broken });
  window.Date.now = broken;
  await browser.click("Ask ChatGPT");
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view", "ai_click"]);
});

test.each([
  "unreachable" as const,
  "silent" as const,
  { status: 503 },
  { status: 429 },
  { status: 403 },
  { status: 400 },
])("the last good configuration serves while the service answers %j", async (reply) => {
  const first = await Browser.open();
  const key = `askline.config.4.${SITE}`;
  const kept = first.stored(key) ?? "";
  const service = new Service(examplePayload());
  service.configReply = reply;
  const second = await Browser.open({ service, stored: { [key]: kept } });
  await second.wait(8_000);
  expect(second.links(".ai").map(says)).toEqual(["Ask ChatGPT", "Copy and open Gemini"]);
  expect(second.stored(key)).toBe(kept);
  const third = await Browser.open({ service });
  await third.wait(8_000);
  expect(third.hosts).toHaveLength(0);
  expect(third.errors).toEqual([]);
});

test.each([404, 410])("what was kept of a site that no longer exists (%i) is dropped", async (status) => {
  const key = `askline.config.4.${SITE}`;
  const kept = (await Browser.open()).stored(key) ?? "";
  const service = new Service();
  service.configReply = { status };
  const browser = await Browser.open({ service, stored: { [key]: kept } });
  expect(browser.hosts).toHaveLength(0);
  expect(browser.stored(key)).toBeNull();
});

test.each(["", "null", "{", '{"data":7}', '{"data":{"config":null}}'])(
  "a kept configuration that says %j does no harm",
  async (text) => {
    const service = new Service();
    service.configReply = "unreachable";
    const browser = await Browser.open({ service, stored: { [`askline.config.4.${SITE}`]: `en\n${text}` } });
    await browser.wait(2_000);
    expect(browser.hosts).toHaveLength(0);
    expect(browser.errors).toEqual([]);
  },
);

test("where storage is refused the widget works and counts", async () => {
  const browser = await Browser.open({
    prepare: (window) => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new Error("SecurityError");
        },
      });
    },
  });
  browser.service.eventReplies.push({ status: 503 });
  await browser.click("Ask ChatGPT");
  await browser.wait(30_000);
  const clicks = browser.service.events.filter(({ type }) => type === "ai_click");
  expect(clicks).toHaveLength(2);
  // The event is the same, with the time since it happened.
  expect(clicks[1]).toEqual({ ...clicks[0], age: 30 });
  expect(browser.errors).toEqual([]);
});

test("where storage is full the widget works and counts", async () => {
  const browser = await Browser.open({
    prepare: (window) => {
      window.Storage.prototype.setItem = () => {
        throw new Error("QuotaExceededError");
      };
    },
  });
  browser.service.eventReplies.push("unreachable");
  await browser.click("Ask ChatGPT");
  await browser.wait(30_000);
  expect(browser.service.events.filter(({ type }) => type === "ai_click")).toHaveLength(2);
});

test("a place that a script made for an earlier page and took away is given up", async () => {
  const browser = await Browser.open({ site: { config: { placement: { mode: "manual" } } } });
  const { document } = browser.window;
  const api = browser.window.askline as { init: (options: object) => void };
  const place = () => {
    const made = document.createElement("div");
    document.body.append(made);
    api.init({ site: SITE, target: made });
    return made;
  };
  const first = place();
  expect(first.childElementCount).toBe(1);
  first.remove();
  browser.window.history.pushState(null, "", "/soup");
  const second = place();
  await browser.wait(2_000);
  expect(second.childElementCount).toBe(1);
  expect(browser.hosts).toHaveLength(1);
});

test("a variant stays the same within a view and is drawn again for the next", async () => {
  const prompts = ["a", "b"].map((id) => examplePrompt({ id, text: id, variantGroup: "g" }));
  // A view's choice of a variant takes one random number: 0 chooses the first variant, 0.5 and more the second.
  const drawn = new Map([
    [1, 0],
    [32, 0.99],
  ]);
  let asked = 0;
  const browser = await Browser.open({
    site: { prompts },
    prepare: (window) => {
      (window as unknown as { Math: Math }).Math.random = () => drawn.get(++asked) ?? 0.5;
    },
  });
  const prompt = () => browser.links(".ai")[0]?.href;
  expect(prompt()).toBe("https://chatgpt.com/?hints=search&prompt=a");
  await browser.click("Ask ChatGPT");
  expect(prompt()).toBe("https://chatgpt.com/?hints=search&prompt=a");
  await browser.navigate("/soup");
  expect(prompt()).toBe("https://chatgpt.com/?hints=search&prompt=b");
});

test("a page without a body or with a broken tag is left alone", async () => {
  const browser = await Browser.open({ tag: {} });
  expect(browser.hosts).toHaveLength(0);
  expect(browser.service.asked).toEqual([]);
  const api = browser.window.askline as { init: (options: unknown) => void; refresh: () => void };
  api.init(undefined);
  api.init({});
  api.refresh();
  await browser.wait(2_000);
  expect(browser.errors).toEqual([]);
});

test("data-api names the service", async () => {
  const browser = await Browser.open({ tag: { "data-site": SITE, "data-api": "https://api.example.net" } });
  expect(browser.service.asked[0]?.url).toBe(`https://api.example.net/api/v1/sites/${SITE}/config?language=en`);
});

test("a rule counts from its time on, and for the page's language, also on a page that was asked about before", async () => {
  const rules = [
    { ...exampleRule({ type: "hide_platforms", platformIds: ["gemini"] }), startsAt: "2026-11-20T12:00:10Z" },
    exampleRule({ type: "hide_platforms", platformIds: ["chatgpt"] }, { languages: ["de"] }),
  ];
  const browser = await Browser.open({ site: { rules } });
  const shown = () => {
    browser.window.eval("askline.refresh()");
    return browser.links(".ai").map(says);
  };
  expect(shown()).toEqual(["Ask ChatGPT", "Copy and open Gemini"]);
  browser.window.document.documentElement.lang = "de";
  expect(shown()).toEqual(["Kopieren, Gemini öffnen"]);
  await browser.wait(10_000);
  expect(shown()).toEqual(["ChatGPT fragen"]);
});
