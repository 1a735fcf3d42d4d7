/** What readers choose, type and dismiss, in the shipped files. */

import { expect, test } from "vitest";
import { Browser, says } from "../support/browser";
import { examplePayload, examplePrompt, GEMINI, SITE } from "../support/example_site";
import { Service } from "../support/service";

const PROMPTS = [
  examplePrompt({ text: "Sum up {{url}}" }),
  examplePrompt({ id: "prm_e", kind: "explain", text: "Explain {{url}}" }),
  examplePrompt({ id: "prm_de", kind: "compare", text: "Vergleiche {{url}}", language: "de" }),
];
const shown = (browser: Browser) => browser.root.querySelector(".prompt p")?.textContent;
const type = (browser: Browser, text: string) => {
  const field = browser.root.querySelector("textarea");
  if (!field) throw new Error("There is no field.");
  field.value = text;
  field.dispatchEvent(new browser.window.Event("input", { bubbles: true }));
};

test("what can be asked for is a row of choices that changes the text in view and what the links carry", async () => {
  const browser = await Browser.open({ site: { prompts: PROMPTS } });
  const choices = () =>
    [...browser.root.querySelectorAll("[role=radio]")].map((choice) => [
      says(choice),
      choice.getAttribute("aria-checked"),
    ]);
  // The comparison is only in German, and the page is in English.
  expect(choices()).toEqual([
    ["Summarize", "true"],
    ["Explain simply", "false"],
    ["Your own question", "false"],
  ]);
  await browser.click("Explain simply");
  expect(choices()).toEqual([
    ["Summarize", "false"],
    ["Explain simply", "true"],
    ["Your own question", "false"],
  ]);
  expect(shown(browser)).toBe("Explain https://example.com/bread");
  expect(browser.links(".ai")[0]?.href).toContain(encodeURIComponent("Explain https://example.com/bread"));
  await browser.click("Ask ChatGPT");
  expect(browser.service.events.at(-1)?.promptId).toBe("prm_e");
});

test("arrow keys choose within the row", async () => {
  const browser = await Browser.open({ site: { prompts: PROMPTS } });
  browser.find("Summarize").focus();
  const press = (key: string) =>
    browser.root.activeElement?.dispatchEvent(
      new browser.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
  press("ArrowRight");
  expect(shown(browser)).toContain("Explain");
  press("ArrowLeft");
  expect(shown(browser)).toContain("Sum up");
  press("End");
  expect(browser.root.querySelector("textarea")).not.toBeNull();
  // The focus is not in the field; the arrow continues to the first choice.
  expect(browser.root.activeElement?.textContent).toBe("Your own question");
  press("ArrowRight");
  expect([browser.root.activeElement?.textContent, shown(browser)?.startsWith("Sum up")]).toEqual(["Summarize", true]);
});

test("a reader's own question is shown as it is typed, is part of the link, and is sent to no one else", async () => {
  const browser = await Browser.open();
  await browser.click("Your own question");
  expect(browser.root.activeElement?.localName).toBe("textarea");
  // Without a typed text there is nothing to send, to copy or to choose, and the box says what to do.
  expect([shown(browser), (browser.find("More options") as HTMLButtonElement).disabled]).toEqual([
    "Type your question above.",
    true,
  ]);
  expect(
    browser
      .links(".ai")
      .map((link) => browser.root.getElementById(link.getAttribute("aria-describedby") ?? "")?.textContent),
  ).toEqual(Array(2).fill("Type your question above."));
  expect(browser.links(".ai").map((link) => [link.hasAttribute("href"), link.getAttribute("aria-disabled")])).toEqual([
    [false, "true"],
    [false, "true"],
  ]);
  type(browser, "Is {{title}} my secret?");
  expect((browser.find("More options") as HTMLButtonElement).disabled).toBe(false);
  expect(shown(browser)).toBe("Is {{title}} my secret? I am reading “Slow bread” at https://example.com/bread.");
  const address = new URL(browser.links(".ai")[0]?.href ?? "");
  expect(address.searchParams.get("prompt")).toBe(shown(browser));
  await browser.click("Ask ChatGPT");
  const { eventId, ...told } = browser.service.events.at(-1) ?? {};
  expect(eventId).toBeDefined();
  expect(told).toEqual({
    siteId: SITE,
    type: "question_click",
    questionId: "own",
    platform: "chatgpt",
    url: "https://example.com/bread",
    title: "Slow bread",
  });
  await browser.wait(5_000);
  const everything = JSON.stringify([
    browser.service.asked,
    browser.service.beacons,
    Object.entries(browser.window.localStorage),
  ]);
  expect(everything).not.toContain("secret");
});

test("what is typed stays when the page changes around it", async () => {
  const browser = await Browser.open();
  await browser.click("Your own question");
  type(browser, "Why?");
  const field = browser.root.querySelector("textarea");
  await browser.navigate("/bread#part", "Slow bread, later");
  expect(browser.root.querySelector("textarea")).toBe(field);
  expect([field?.value, browser.root.activeElement]).toEqual(["Why?", field]);
  expect(shown(browser)).toContain("later");
});

test("an address or a fragment that changes nothing in what is offered redraws nothing", async () => {
  const html =
    '<!doctype html><html lang="en"><head><title>T</title><link rel="canonical" href="https://example.com/bread"></head><body><article>A</article></body></html>';
  const browser = await Browser.open({ html });
  const changes: MutationRecord[] = [];
  const observer = new browser.window.MutationObserver((records: MutationRecord[]) => {
    changes.push(...records);
  });
  observer.observe(browser.root, { subtree: true, childList: true, attributes: true, characterData: true });
  await browser.navigate("/bread?page=2#there");
  await browser.navigate("/bread#back");
  expect(changes.map(({ type, target, attributeName }) => `${type} ${target.nodeName} ${attributeName ?? ""}`)).toEqual(
    [],
  );
});

test("the assistant that the reader chose last is the first one on the next page, where counting is allowed", async () => {
  const first = await Browser.open();
  await first.click("Copy and open Gemini");
  const last = first.stored("askline.last") ?? "";
  expect(last).toBe("gemini");
  const second = await Browser.open({ stored: { "askline.last": last } });
  expect(second.links(".ai").map(says)).toEqual(["Copy and open Gemini", "ChatGPT"]);
  const untracked = await Browser.open({ navigator: { globalPrivacyControl: true } });
  await untracked.click("Copy and open Gemini");
  expect(untracked.stored("askline.last")).toBeNull();
});

test("a floating widget that is put away stays away for the day, and is back on the next", async () => {
  const site = { config: { placement: { mode: "floating", position: "bottom-right" } } };
  const browser = await Browser.open({ site });
  await browser.click("Ask AI");
  await browser.click("Hide for today");
  expect(browser.hosts).toHaveLength(0);
  const key = `askline.away.${SITE}`;
  const day = browser.stored(key) ?? "";
  expect((await Browser.open({ site, stored: { [key]: day } })).hosts).toHaveLength(0);
  expect(day).toBe("Fri Nov 20 2026");
  expect((await Browser.open({ site, stored: { [key]: "Thu Nov 19 2026" } })).hosts).toHaveLength(1);
});

test("what was kept of the last visit is drawn before the service answers, and counts when it has", async () => {
  const key = `askline.config.4.${SITE}`;
  const kept = (await Browser.open()).stored(key) ?? "";
  const service = new Service(examplePayload({ registry: [GEMINI] }));
  service.configReply = "silent";
  const browser = await Browser.open({ service, stored: { [key]: kept } });
  expect(browser.links(".ai").map(says)).toEqual(["Ask ChatGPT", "Copy and open Gemini"]);
  expect(service.events).toEqual([]);
  await browser.wait(8_000);
  expect(service.events.map(({ type: kind }) => kind)).toEqual(["view"]);
});

test("a bad answer of the service never replaces a good one that is kept", async () => {
  const key = `askline.config.4.${SITE}`;
  const kept = (await Browser.open()).stored(key) ?? "";
  const service = new Service({} as never);
  const browser = await Browser.open({ service, stored: { [key]: kept } });
  expect(browser.links(".ai")).toHaveLength(2);
  expect(browser.stored(key)).toBe(kept);
});

test("?askline=off leaves this browser uncounted until ?askline=on", async () => {
  const off = await Browser.open({ url: "https://example.com/bread?askline=off" });
  await off.click("Ask ChatGPT");
  expect(off.service.events).toEqual([]);
  const stored = { "askline.off": off.stored("askline.off") ?? "" };
  expect((await Browser.open({ stored })).service.events).toEqual([]);
  expect((await Browser.open({ stored, url: "https://example.com/bread?askline=on" })).service.events).toHaveLength(1);
});

test("the page hears what readers do, and none of their words", async () => {
  const heard: unknown[] = [];
  const browser = await Browser.open({
    prepare: (window) => {
      for (const what of ["shown", "asked", "copied"]) {
        window.document.addEventListener(`askline:${what}`, (event) =>
          heard.push([what, (event as CustomEvent<{ platform?: string }>).detail.platform]),
        );
      }
    },
  });
  await browser.click("Your own question");
  type(browser, "secret");
  await browser.click("Ask ChatGPT");
  expect(heard).toEqual([
    ["shown", undefined],
    ["asked", "chatgpt"],
  ]);
});

test("destroy removes every node, listener, observer and timer, and the page may start again", async () => {
  const OURS = ["popstate", "pagehide", "visibilitychange", "pageshow", "scroll", "resize", "pointerdown"];
  const listeners = new Map<string, number>();
  let observers = 0;
  const browser = await Browser.open({
    prepare: (window) => {
      /* eslint-disable @typescript-eslint/unbound-method -- each is called with the `this` that it was called with */
      const { addEventListener } = window.EventTarget.prototype;
      window.EventTarget.prototype.addEventListener = function (
        this: EventTarget,
        ...args: Parameters<typeof addEventListener>
      ) {
        const [type, , options] = args;
        const isOutside = this === (window as unknown as EventTarget) || this === window.document;
        if (isOutside && OURS.includes(type) && !(typeof options === "object" && (options.signal ?? options.once)))
          listeners.set(type, (listeners.get(type) ?? 0) + 1);
        addEventListener.apply(this, args);
      };
      const { observe, disconnect } = window.MutationObserver.prototype;
      window.MutationObserver.prototype.observe = function (...args) {
        observers++;
        observe.apply(this, args);
      };
      window.MutationObserver.prototype.disconnect = function () {
        observers = 0;
        disconnect.apply(this);
      };
    },
  });
  await browser.click("Copy link");
  const api = browser.window.Askline as { destroy: () => void };
  expect(observers).toBeGreaterThan(0);
  api.destroy();
  expect(browser.hosts).toHaveLength(0);
  expect([observers, browser.timers, [...listeners]]).toEqual([0, 0, []]);
  expect(browser.window.askline).toBeUndefined();
  const posts = browser.service.asked.length;
  await browser.navigate("/soup");
  expect([browser.hosts.length, browser.service.asked.length]).toEqual([0, posts]);
  await browser.runTag({ "data-site": SITE });
  expect(browser.hosts).toHaveLength(1);
  expect(browser.errors).toEqual([]);
});

test("without the second file the prompt is shown and the links work", async () => {
  const browser = await Browser.open({ loads: false });
  expect(shown(browser)).toBe("Summarize https://example.com/bread (Slow bread)");
  await browser.click("Ask ChatGPT");
  expect(browser.links(".ai")[0]?.href).toContain("chatgpt.com");
  expect(browser.errors).toEqual([]);
});

test("a click before the second file has loaded is counted, and takes effect when it has", async () => {
  const browser = await Browser.open({ loads: false });
  await browser.click("Ask ChatGPT");
  await browser.click("Your own question");
  browser.loads = true;
  browser.find("Ask ChatGPT").dispatchEvent(new browser.window.Event("pointerdown", { bubbles: true }));
  await browser.settle();
  expect(browser.service.events.map(({ type: kind, platform }) => [kind, platform])).toEqual([
    ["view", undefined],
    ["ai_click", "chatgpt"],
  ]);
  expect(browser.root.querySelector("textarea")).not.toBeNull();
});
