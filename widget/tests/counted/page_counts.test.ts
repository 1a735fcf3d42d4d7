/** What is counted, and what is sent to the service, in the shipped file. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Browser, ORIGIN } from "../support/browser";
import { CHATGPT, examplePayload, examplePrompt, SITE } from "../support/example_site";
import { Service } from "../support/service";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

test("the configuration is asked for without any credential", async () => {
  const { service } = await Browser.open();
  const [config] = service.asked;
  expect(config?.url).toBe(`${ORIGIN}/api/v1/sites/${SITE}/config?language=en`);
  expect(config?.options.credentials).toBe("omit");
  expect(config?.options.headers).toBeUndefined();
});

test("a page is viewed once, and sends the service the widget's version", async () => {
  const { service } = await Browser.open();
  expect(service.asked.at(-1)?.url).toBe(`${ORIGIN}/api/v1/events?widgetVersion=${version}`);
  expect(service.events).toHaveLength(1);
  expect(service.events[0]).toEqual({
    siteId: SITE,
    type: "view",
    eventId: expect.stringMatching(UUID) as unknown,
    url: "https://example.com/bread",
    title: "Slow bread",
  });
});

test("of an address only path and campaign are sent, of a referrer only its origin", async () => {
  const { service } = await Browser.open({
    url: "https://example.com/bread?token=secret&utm_source=ChatGPT.com&utm_medium=a%20b&id=7#part",
    referrer: "https://chatgpt.com/c/private?q=secret",
  });
  expect(service.events[0]?.url).toBe("https://example.com/bread?utm_source=ChatGPT.com&utm_medium=a%20b");
  expect(service.events[0]?.referrer).toBe("https://chatgpt.com");
  expect(JSON.stringify(service.events)).not.toMatch(/secret|private/);
});

test("each press is counted for what it is", async () => {
  const browser = await Browser.open();
  for (const text of ["Ask ChatGPT", "How long does it rest?", "Share on X (opens in a new tab)"])
    await browser.click(text);
  const clicks = browser.service.events.slice(1).map(({ type, platform, network, questionId, promptId }) => ({
    type,
    platform,
    network,
    questionId,
    promptId,
  }));
  expect(clicks).toEqual([
    { type: "ai_click", platform: "chatgpt", promptId: examplePrompt().id },
    { type: "question_click", platform: "chatgpt", questionId: "q_01j8x0000000000000000000aa" },
    { type: "social_click", network: "x" },
  ]);
  expect(new Set(browser.service.events.map(({ eventId }) => eventId)).size).toBe(4);
  expect(browser.errors).toEqual([]);
});

test("no event has a field that the service does not know", async () => {
  const browser = await Browser.open({ referrer: "https://a.example/" });
  for (const text of ["Ask ChatGPT", "How long does it rest?", "Share on X (opens in a new tab)"])
    await browser.click(text);
  const known = [
    "siteId",
    "type",
    "eventId",
    "url",
    "title",
    "referrer",
    "platform",
    "network",
    "questionId",
    "promptId",
  ];
  for (const event of browser.service.events) {
    expect(known).toEqual(expect.arrayContaining(Object.keys(event)));
    expect(Object.values(event)).not.toContain(null);
  }
});

test("a click with the middle button counts, one with the right button does not", async () => {
  const browser = await Browser.open();
  const press = (button: number) => {
    browser.find("Ask ChatGPT").dispatchEvent(new browser.window.MouseEvent("auxclick", { button, bubbles: true }));
  };
  press(2);
  press(1);
  await browser.settle();
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view", "ai_click"]);
});

test.each([
  ["a site that does not track", { privacy: { track: false } }, {}],
  ["Do Not Track", {}, { doNotTrack: "1" }],
  ["Global Privacy Control", {}, { globalPrivacyControl: true }],
])(
  "with %s nothing is sent and nothing is stored of the reader, and the widget works",
  async (_, config, navigator) => {
    const browser = await Browser.open({ site: { config }, navigator, stored: { "askline.queue": "[]" } });
    await browser.click("Ask ChatGPT");
    browser.window.dispatchEvent(new browser.window.Event("pagehide"));
    await browser.wait(60_000);
    expect(browser.service.posts).toEqual([]);
    expect(browser.service.beacons).toEqual([]);
    expect(browser.links(".ai")[0]?.href).toContain("https://chatgpt.com/");
  },
);

test("a site that ignores the signals counts nevertheless", async () => {
  const { service } = await Browser.open({
    site: { config: { privacy: { respectDoNotTrack: false } } },
    navigator: { doNotTrack: "1" },
  });
  expect(service.events).toHaveLength(1);
});

test("a click while the service does not answer is sent by the next page, once", async () => {
  const service = new Service(examplePayload());
  service.eventReplies.push({ status: 202 }, { status: 503 });
  const first = await Browser.open({ service });
  await first.click("Ask ChatGPT");
  const [, press] = service.events;
  const queue = first.stored("askline.queue");
  expect(queue).toContain(press?.eventId);
  const second = await Browser.open({ service, stored: { "askline.queue": queue ?? "" } });
  const presses = service.events.filter(({ type }) => type === "ai_click");
  expect(presses).toEqual([press, press]);
  expect(second.stored("askline.queue")).toBeNull();
});

test("a click without a network is sent when the browser is online again, once", async () => {
  const browser = await Browser.open();
  const { service, window } = browser;
  service.eventReplies.push("unreachable");
  await browser.click("Ask ChatGPT");
  const press = service.events.at(-1);
  expect(browser.stored("askline.queue")).toContain(press?.eventId);
  window.dispatchEvent(new window.Event("online"));
  await browser.wait(0);
  window.dispatchEvent(new window.Event("online"));
  await browser.wait(0);
  expect(service.events.filter(({ type }) => type === "ai_click")).toEqual([press, press]);
  expect(browser.stored("askline.queue")).toBeNull();
});

test("a click that has no answer when the page is left is kept", async () => {
  const browser = await Browser.open();
  browser.service.keepsSilent = true;
  await browser.click("Ask ChatGPT");
  browser.window.dispatchEvent(new browser.window.Event("pagehide"));
  expect(browser.stored("askline.queue")).toContain(browser.service.events.at(-1)?.eventId);
});

test("a page that is shown again from the browser's memory is viewed again", async () => {
  const browser = await Browser.open({ referrer: "https://chatgpt.com/" });
  const event = new browser.window.Event("pageshow");
  Object.defineProperty(event, "persisted", { value: true });
  browser.window.dispatchEvent(event);
  await browser.settle();
  expect(browser.service.events.map(({ type, referrer }) => [type, referrer])).toEqual([
    ["view", "https://chatgpt.com"],
    ["view", "https://example.com"],
  ]);
});

test("the view is sent when the frame with the buttons has been painted, not before", async () => {
  const frames: (() => void)[] = [];
  const browser = await Browser.open({
    prepare: (window) => {
      Object.assign(window, { requestAnimationFrame: (run: () => void) => frames.push(run) });
    },
  });
  expect(browser.links(".ai")).toHaveLength(2);
  expect(browser.service.events).toEqual([]);
  frames.splice(0).forEach((run) => {
    run();
  });
  await browser.settle();
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view"]);
});

test.each([
  [
    "is left before its first frame",
    (window: Browser["window"]) => void window.dispatchEvent(new window.Event("pagehide")),
  ],
  ["never paints a frame, as in a frame that is not seen, counts within a second", () => undefined],
])("a page that %s is viewed once", async (_, leave) => {
  const browser = await Browser.open({
    prepare: (window) => {
      Object.assign(window, { requestAnimationFrame: () => 0 });
    },
  });
  leave(browser.window);
  await browser.wait(1_000);
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view"]);
});

test("a page that is opened behind another one, where no frame is painted, is viewed at once", async () => {
  const { service } = await Browser.open({
    prepare: (window) => {
      Object.defineProperty(window.document, "hidden", { value: true });
      Object.assign(window, { requestAnimationFrame: () => 0 });
    },
  });
  expect(service.events.map(({ type }) => type)).toEqual(["view"]);
});

test("a page that the browser only prepares is not viewed until it is looked at", async () => {
  const browser = await Browser.open({
    prepare: (window) => {
      Object.defineProperty(window.document, "prerendering", { value: true, configurable: true });
    },
  });
  expect(browser.service.events).toEqual([]);
  Object.defineProperty(browser.window.document, "prerendering", { value: false });
  browser.window.document.dispatchEvent(new browser.window.Event("prerenderingchange"));
  await browser.settle();
  expect(browser.service.events).toHaveLength(1);
});

test("a prompt that the address cannot carry is copied with the same click, and the reader sees it", async () => {
  const copied: string[] = [];
  const browser = await Browser.open({
    site: { registry: [{ ...CHATGPT, maxUrlBytes: 20 }], config: { questions: { enabled: false } } },
    prepare: (window) => {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one that copies at once
      window.document.execCommand = () => {
        const field = window.document.querySelector("askline-widget")?.shadowRoot?.querySelector("textarea");
        copied.push(field?.value.slice(field.selectionStart, field.selectionEnd) ?? "");
        return true;
      };
    },
  });
  const found = browser.find("Copy and open ChatGPT");
  found.focus();
  await browser.click("Copy and open ChatGPT");
  expect(copied).toEqual(["Summarize https://example.com/bread (Slow bread)"]);
  expect((found as HTMLAnchorElement).href).toBe(CHATGPT.fallback);
  expect(browser.note).toBe("Prompt copied. Paste it into ChatGPT.");
  expect(browser.root.activeElement).toBe(found);
  expect(browser.root.querySelector("textarea")).toBeNull();
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view", "ai_click"]);
  await browser.wait(11_000);
  expect(browser.note).toBe("");
});

test("what was copied counts as a copy, what could not be copied does not", async () => {
  const copied: string[] = [];
  let works = true;
  const clipboard = {
    writeText(text: string) {
      if (works) copied.push(text);
      return works ? Promise.resolve() : Promise.reject(new Error("not allowed"));
    },
  };
  const prepare = (window: { document: Document }) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one that copies at once
    window.document.execCommand = () => false;
  };
  const browser = await Browser.open({
    url: "https://example.com/bread?id=7&utm_source=x&fbclid=1#part",
    navigator: { clipboard },
    prepare,
  });
  await browser.click("Copy link");
  await browser.click("Copy page");
  // The button confirms it, also for screen readers.
  const isTicked = (name: string) => browser.find(name).style.getPropertyValue("--done");
  expect([browser.note, isTicked("Copy page"), browser.root.querySelector(".note")]).toEqual(["Copied", "1", null]);
  await browser.wait(3_000);
  expect([browser.note, isTicked("Copy page"), isTicked("Copy link")]).toEqual(["", "", ""]);
  works = false;
  await browser.click("Copy link");
  expect(browser.note).toBe("Copying failed");
  expect(copied[0]).toBe("https://example.com/bread?id=7");
  expect(copied[1]).toBe("# Slow bread\n\nFlour, water, salt and time.\n\n<https://example.com/bread?id=7>\n");
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view", "copy", "copy"]);
  expect(browser.errors).toEqual([]);
});

test("without the second file the view and the clicks on plain links are counted, each once, also when it loads later", async () => {
  const browser = await Browser.open({ loads: false, referrer: "https://chatgpt.com/c/private" });
  const counted = () =>
    browser.service.events.map(({ type, referrer, eventId }) => [type, referrer, UUID.test(eventId)]);
  const [view, press] = [
    ["view", "https://chatgpt.com", true],
    ["ai_click", "https://chatgpt.com", true],
  ];
  expect(counted()).toEqual([view]);
  await browser.click("Ask ChatGPT");
  for (const button of [2, 1])
    browser.find("Ask ChatGPT").dispatchEvent(new browser.window.MouseEvent("auxclick", { button, bubbles: true }));
  await browser.settle();
  expect(counted()).toEqual([view, press, press]);
  expect(browser.service.asked.at(-1)?.options).toMatchObject({ keepalive: true, credentials: "omit" });
  browser.loads = true;
  browser.find("Ask ChatGPT").dispatchEvent(new browser.window.Event("pointerdown", { bubbles: true }));
  await browser.wait(1_000);
  expect(counted()).toEqual([view, press, press]);
  expect(browser.errors).toEqual([]);
});

test("a page that is left before the second file has loaded is viewed once, and its clicks are counted", async () => {
  const browser = await Browser.open({ prepare: neverLoads });
  await browser.click("Ask ChatGPT");
  expect(browser.service.events).toEqual([]);
  for (let times = 0; times < 2; times++) browser.window.dispatchEvent(new browser.window.Event("pagehide"));
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view", "ai_click"]);
});

test.each([
  ["a reader asks not to be tracked", { navigator: { doNotTrack: "1" } }],
  ["the site does not track", { site: { config: { privacy: { track: false } } } }],
  ["the browser said that it is not to be counted", { stored: { "askline.off": "1" } }],
])("where %s nothing is sent without the second file either", async (_, options) => {
  const browser = await Browser.open({ ...options, loads: false });
  await browser.click("Ask ChatGPT");
  browser.window.dispatchEvent(new browser.window.Event("pagehide"));
  await browser.settle();
  expect([browser.service.posts, browser.service.beacons]).toEqual([[], []]);
});

test("a page that was prepared and never looked at is not viewed when it is thrown away", async () => {
  const browser = await Browser.open({
    loads: false,
    prepare: (window) => {
      Object.defineProperty(window.document, "prerendering", { value: true });
    },
  });
  browser.window.dispatchEvent(new browser.window.Event("pagehide"));
  expect(browser.service.events).toEqual([]);
});

test("an assistant that must be handed a copy opens without the second file, too", async () => {
  const browser = await Browser.open({
    loads: false,
    site: { registry: [{ ...CHATGPT, maxUrlBytes: 20 }], config: { questions: { enabled: false } } },
  });
  const press = new browser.window.MouseEvent("click", { bubbles: true, composed: true, cancelable: true });
  let isKept = true;
  browser.window.addEventListener("click", (event) => {
    isKept = event.defaultPrevented;
    event.preventDefault();
  });
  browser.find("Copy and open ChatGPT").dispatchEvent(press);
  await browser.settle();
  expect(isKept).toBe(false);
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view", "ai_click"]);
});

/** A network that has not delivered the second file yet. */
function neverLoads(window: { document: Document }): void {
  const { load } = window as unknown as { load: (url: string) => unknown };
  const value = (url: string) => (url.includes("/place-") ? load(url) : new Promise(() => undefined));
  Object.defineProperty(window, "load", { value });
}
