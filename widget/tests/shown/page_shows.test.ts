/** What readers see, in the shipped file. */

import { expect, test } from "vitest";
import { Browser, says } from "../support/browser";
import { examplePrompt, exampleRule, SERVED, SITE } from "../support/example_site";

const texts = (elements: Iterable<Element>) => Array.from(elements, (element) => element.textContent);

test("AI buttons are real links that open a new tab without access to the page", async () => {
  const browser = await Browser.open();
  const [chatgpt, gemini] = browser.links(".ai");
  expect(chatgpt?.href).toBe(
    "https://chatgpt.com/?hints=search&prompt=Summarize%20https%3A%2F%2Fexample.com%2Fbread%20(Slow%20bread)",
  );
  expect(gemini?.href).toBe("https://gemini.google.com/app");
  for (const link of browser.root.querySelectorAll("a")) {
    expect(link.target).toBe("_blank");
    expect(link.relList.contains("noopener")).toBe(true);
    expect(link.getAttribute("referrerpolicy")).toBe("strict-origin");
  }
  expect(browser.errors).toEqual([]);
});

test("each control has a name that says what it does, links that they open a new tab, and the name contains the visible words", async () => {
  const browser = await Browser.open();
  const spoken = (text: string) => browser.find(text).getAttribute("aria-label") ?? browser.find(text).textContent;
  expect(spoken("Ask ChatGPT")).toBe("Ask ChatGPT (opens in a new tab)");
  expect(spoken("How long does it rest?")).toBe("How long does it rest?ChatGPT (opens in a new tab)");
  const rest = browser.find("How long does it rest?").getAttribute("aria-describedby") ?? "";
  expect(browser.root.getElementById(rest)?.textContent).toBe(
    "Each question goes to ChatGPT, followed by: Use https://example.com/bread to answer, and point out the passage that you used.",
  );
  expect(spoken("Share on X (opens in a new tab)")).toBe("Share on X (opens in a new tab)");
  expect(browser.find("Share on X (opens in a new tab)").title).toBe("X");
});

test("what holds the others has a name of its own for a screen reader: the landmark, its heading, the choices and the assistants", async () => {
  const browser = await Browser.open();
  const names = ["section", "[role=radiogroup]", ".ai"].map((part) =>
    browser.root.querySelector(part)?.getAttribute("aria-label"),
  );
  expect([...names, browser.root.querySelector("h2")?.textContent]).toEqual([
    "Ask AI",
    "What to ask",
    "Assistants",
    "Ask AI about this page",
  ]);
});

test("what all suggested questions share is said once, with who gets them, and each is sent with it to the byte", async () => {
  const items = [
    { id: "q_a", text: "How long does it rest?" },
    { id: "q_b", text: "Why salt?" },
  ];
  const browser = await Browser.open({ site: { config: { questions: { items } } } });
  const rest = browser.root.querySelector(".qs p > bdi")?.textContent;
  const sent = browser.links(".qs").map(({ href }) => new URL(href).searchParams.get("prompt"));
  expect(sent).toEqual(items.map(({ text }) => `${text} ${rest ?? ""}`));
  expect(texts(browser.root.querySelectorAll(".qs p"))).toHaveLength(1);
});

test("a question that goes by way of the clipboard says so on its button, with the assistant's name", async () => {
  const browser = await Browser.open({ stored: { "askline.last": "gemini" } });
  expect(browser.links(".qs").map(({ textContent }) => textContent)).toEqual([
    "How long does it rest?Copy and open Gemini (opens in a new tab)",
  ]);
});

test("a line of a prompt can end after each part of an address, and what is shown is what is sent", async () => {
  const browser = await Browser.open();
  const shown = browser.root.querySelector(".prompt p");
  const pieces: string[] = [""];
  for (const node of shown?.childNodes ?? []) {
    if (node.nodeName === "WBR") pieces.push("");
    else pieces.push((pieces.pop() ?? "") + (node.textContent ?? ""));
  }
  expect(pieces.filter(Boolean)).toEqual(["Summarize https://", "example.com/", "bread (Slow bread)"]);
  expect(shown?.textContent).toBe(new URL(browser.links(".ai")[0]?.href ?? "").searchParams.get("prompt"));
});

test("an assistant without a mark has an initial, and none where the owner wants no marks", async () => {
  const site = (marks: string) => ({
    config: {
      theme: { marks },
      platforms: [{ id: "c_a" }],
      customPlatforms: [{ id: "c_a", label: "Élan", urlTemplate: "https://own.example/?q={{prompt}}" }],
    },
  });
  const shown = async (marks: string) => {
    const { root } = await Browser.open({ site: site(marks) });
    const initials = [...root.querySelectorAll(".ai b")].map((initial) => [
      initial.getAttribute("data-initial"),
      initial.getAttribute("aria-hidden"),
    ]);
    return [initials, root.querySelectorAll(".ai .mark").length];
  };
  expect(await shown("mono")).toEqual([[["É", "true"]], 0]);
  expect(await shown("none")).toEqual([[], 0]);
});

test.each(Object.keys(SERVED))(
  "a question to an assistant that copies names the assistant, not the question again: %s",
  async (language) => {
    const html = `<!doctype html><html lang="${language}"><title>T</title><main><article><h1>T</h1></article></main></html>`;
    const browser = await Browser.open({ html, stored: { "askline.last": "gemini" } });
    const wanted = SERVED[language]?.copyAndOpen?.replace("{{platform}}", "Gemini");
    const told = [...browser.root.querySelectorAll(".qs .asks a > span")].map(({ textContent }) =>
      textContent.replace(/[\u2068\u2069]/g, ""),
    );
    expect(new Set(told)).toEqual(new Set([wanted]));
    expect(told).toHaveLength(browser.root.querySelectorAll(".qs .asks a").length);
  },
);

test("the card follows the ground of its page when that has changed, without a look at the clock", async () => {
  const browser = await Browser.open();
  const { document, Event } = browser.window;
  const look = () => browser.root.querySelector("section")?.style.cssText;
  const light = look();
  // A class changed it, and a transition took some time.
  const sheet = document.createElement("style");
  sheet.textContent = "body{background:rgb(16,18,22)}";
  document.head.append(sheet);
  await browser.settle();
  expect(look()).toBe(light);
  const ended = (propertyName: string) =>
    document.body.dispatchEvent(Object.assign(new Event("transitionend", { bubbles: true }), { propertyName }));
  ended("opacity");
  expect(look()).toBe(light);
  ended("background-color");
  expect(look()).not.toBe(light);
});

test("a question keeps the order of its own words and marks on a page that is written the other way", async () => {
  const browser = await Browser.open({
    html: '<!doctype html><html lang="ar" dir="rtl"><title>Slow bread</title><main><article><h1>Slow bread</h1><p>Flour.</p></article></main></html>',
  });
  // Isolated, with the direction of its first letter: https://html.spec.whatwg.org/#the-bdi-element
  expect(texts(browser.root.querySelectorAll(".qs bdi:first-child"))).toContain("How long does it rest?");
});

test("every button and link can be reached with the keyboard, of a row of choices the chosen one", async () => {
  const browser = await Browser.open();
  const pressable = [...browser.root.querySelectorAll<HTMLElement>("a, button")];
  expect(pressable.filter(({ tabIndex }) => tabIndex === 0).map(says)).toEqual([
    "Copy page",
    "Summarize",
    "Ask ChatGPT",
    "More options",
    "Copy and open Gemini",
    "How long does it rest?",
    "Share on X (opens in a new tab)",
    "Share by email",
    "Copy link",
  ]);
  expect(pressable.filter(({ tabIndex }) => tabIndex !== 0).map(says)).toEqual(["Your own question"]);
});

test("what is switched off is not shown, and the question still is", async () => {
  const config = {
    social: [{ id: "x", enabled: false }],
    questions: { enabled: false, own: false },
    intents: { enabled: false },
    markdown: { copy: false },
    privacy: { showPromptPreview: false },
  };
  const browser = await Browser.open({ site: { config } });
  expect(Array.from(browser.root.querySelectorAll("a, button"), says)).toEqual([
    "Ask ChatGPT",
    "More options",
    "Copy and open Gemini",
  ]);
  expect(texts(browser.root.querySelectorAll(".prompt p"))).toEqual([
    "Summarize https://example.com/bread (Slow bread)",
  ]);
});

test("the words are those of the page's language, and the rest is English", async () => {
  const labels = { en: SERVED.en ?? {}, de: { title: "KI zu dieser Seite fragen" } };
  const html = '<!doctype html><html lang="de-AT"><title>Brot</title><body><article>Brot</article></body></html>';
  const browser = await Browser.open({ html, site: { labels } });
  expect(browser.root.querySelector("h2")?.textContent).toBe("KI zu dieser Seite fragen");
  expect(browser.find("Copy link")).toBeTruthy();
});

test.each([
  ['<html lang="ar" dir="rtl">', "rtl"],
  ['<html lang="ar">', "rtl"],
  ['<html lang="he-IL">', "rtl"],
  ['<html lang="en">', "ltr"],
  ['<html lang="en" dir="rtl">', "rtl"],
  ["<html>", "ltr"],
])("a page that begins with %s is written %s", async (start, direction) => {
  const browser = await Browser.open({ html: `<!doctype html>${start}<body><article>A</article></body></html>` });
  expect(browser.root.querySelector("section")?.dir).toBe(direction);
});

test("a question is shown once for all assistants that get the same, with them below it", async () => {
  const prompts = [
    examplePrompt({ text: "All: {{title}}" }),
    examplePrompt({ id: "prm_g", text: "G", platformIds: ["gemini"] }),
  ];
  const platforms = [{ id: "chatgpt" }, { id: "gemini" }, { id: "c_a" }];
  const customPlatforms = [{ id: "c_a", label: "Own", urlTemplate: "https://own.example/?q={{prompt}}" }];
  const browser = await Browser.open({ site: { prompts, config: { platforms, customPlatforms } } });
  expect(texts(browser.root.querySelectorAll(".prompt p"))).toEqual(["All: Slow bread", "G"]);
  const groups = [...browser.root.querySelectorAll(".ai")].map((group) =>
    Array.from(group.querySelectorAll("bdi"), (name) => name.textContent),
  );
  expect(groups).toEqual([["ChatGPT", "Own"], ["Gemini"]]);
  browser.window.document.title = "New title";
  await browser.wait(2_000);
  expect(texts(browser.root.querySelectorAll(".prompt p"))).toEqual(["All: New title", "G"]);
});

test("a long prompt is whole in a box that scrolls, can be focused, and says how long it is", async () => {
  const shown = async (length: number) => {
    const browser = await Browser.open({ site: { prompts: [examplePrompt({ text: "a".repeat(length) })] } });
    const text = browser.root.querySelector<HTMLElement>(".prompt p");
    return [
      text?.textContent.length,
      text?.classList.contains("long"),
      text?.tabIndex,
      browser.root.querySelector("figcaption")?.textContent,
    ];
  };
  expect(await shown(320)).toEqual([320, false, -1, "This is what will be asked"]);
  expect(await shown(321)).toEqual([321, true, 0, "This is what will be asked · 321 characters"]);
});

test("what is shown is what the links send, variants included", async () => {
  const prompts = ["a", "b", "c", "d"].map((id) => examplePrompt({ id, text: `Variant ${id}`, variantGroup: "g" }));
  for (let round = 0; round < 8; round++) {
    const browser = await Browser.open({ site: { prompts } });
    const shown = texts(browser.root.querySelectorAll(".prompt p"));
    expect(shown).toHaveLength(1);
    await browser.click("Ask ChatGPT");
    const href = browser.links(".ai")[0]?.href ?? "";
    expect(decodeURIComponent(href)).toContain(shown[0]);
    expect(shown[0]).toContain(browser.service.events.at(-1)?.promptId);
  }
});

test("a link is renewed when it is about to be used, so that it names the page as it is now", async () => {
  const browser = await Browser.open();
  browser.window.document.title = "Later title";
  const [chatgpt] = browser.links(".ai");
  chatgpt?.dispatchEvent(new browser.window.Event("pointerdown", { bubbles: true }));
  expect(chatgpt?.href).toContain("Later%20title");
  expect(browser.root.querySelector(".prompt p")?.textContent).toContain("Later title");
});

test.each(["menu", "bar"])(
  "in the layout %s no control opens an assistant before the panel with the prompt is open",
  async (layout) => {
    const browser = await Browser.open({ site: { config: { theme: { layout } } } });
    expect(browser.links("")).toEqual([]);
    await browser.click("Ask AI");
    const opener = browser.find("Ask AI");
    expect(opener.getAttribute("aria-expanded")).toBe("true");
    expect(browser.root.querySelector<HTMLElement>(".panel")?.hidden).toBe(false);
    expect(browser.root.querySelector(".panel .prompt p")?.textContent).toContain("Summarize");
    browser.links(".ai")[0]?.focus();
    browser
      .links(".ai")[0]
      ?.dispatchEvent(new browser.window.KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    expect(browser.root.querySelector<HTMLElement>(".panel")?.hidden).toBe(true);
    expect(browser.root.activeElement).toBe(opener);
  },
);

test("a click elsewhere closes the panel, one inside does not", async () => {
  const browser = await Browser.open({ site: { config: { theme: { layout: "menu" } } } });
  const { document, Event } = browser.window;
  await browser.click("Ask AI");
  const panel = () => browser.root.querySelector<HTMLElement>(".panel")?.hidden;
  browser.links(".ai")[0]?.dispatchEvent(new Event("pointerdown", { bubbles: true, composed: true }));
  expect(panel()).toBe(false);
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(panel()).toBe(true);
});

test("the looks come as a constructed sheet, which a strict policy allows", async () => {
  const sheets: string[] = [];
  const browser = await Browser.open({
    site: { config: { theme: { accent: "#0a7d5a", radius: 3 } } },
    prepare: (window: Record<string, unknown>) => {
      // As in browsers; jsdom has none.
      Object.defineProperty((window.ShadowRoot as typeof ShadowRoot).prototype, "adoptedStyleSheets", {
        value: [],
        writable: true,
      });
      window.CSSStyleSheet = class {
        replaceSync(text: string) {
          sheets.push(text);
        }
      };
    },
  });
  expect(sheets).toHaveLength(2);
  expect(browser.root.adoptedStyleSheets).toHaveLength(2);
  const style = browser.root.querySelector("section")?.style;
  expect([style?.getPropertyValue("--accent"), style?.getPropertyValue("--radius")]).toEqual(["#3355ff", "3px"]);
  expect(browser.root.querySelector("style")).toBeNull();
  expect(browser.host.getAttribute("style")).toBeNull();
});

test("a browser without constructed sheets gets a style element with the page's nonce", async () => {
  const prepare = (window: Record<string, unknown>) => {
    window.CSSStyleSheet = undefined;
  };
  const browser = await Browser.open({ prepare, tag: { "data-site": SITE, "data-nonce": "n0nce" } });
  const styles = [...browser.root.querySelectorAll("style")];
  expect(styles.map(({ nonce }) => nonce)).toEqual(["n0nce", "n0nce"]);
  expect(styles.map(({ textContent }) => textContent).join("")).toContain(".card{");
});

test("no part of it moves by itself, so that reduced motion has nothing to reduce", async () => {
  const prepare = (window: Record<string, unknown>) => {
    window.CSSStyleSheet = undefined;
  };
  for (const mode of ["inline", "floating"]) {
    const browser = await Browser.open({
      prepare,
      site: { config: { placement: { mode, position: "bottom-right" } } },
    });
    const css = texts(browser.root.querySelectorAll("style")).join("");
    expect(css).toContain(".card{");
    expect(css).not.toMatch(/transition|animation|scroll-behavior/);
  }
});

test("theme, size and layout are what the owner chose", async () => {
  const browser = await Browser.open({
    site: { config: { theme: { preset: "dark", size: "lg", layout: "stacked" } } },
  });
  expect([...(browser.root.querySelector("section")?.classList ?? [])].sort()).toEqual(["lg", "stacked"]);
  expect(browser.root.querySelector("section")?.style.getPropertyValue("--bg")).toBe("#17191d");
});

test("a rule can hide the widget, and then nothing is counted", async () => {
  const rules = [exampleRule({ type: "hide_widget" }, { paths: ["/bread"] })];
  const hidden = await Browser.open({ site: { rules } });
  expect(hidden.hosts).toHaveLength(0);
  expect(hidden.service.events).toEqual([]);
  const shown = await Browser.open({ site: { rules }, url: "https://example.com/soup" });
  expect(shown.hosts).toHaveLength(1);
});

test("nothing that a site's texts say becomes markup", async () => {
  const evil = '<img src=x onerror="alert(1)">{{url}}';
  const items = [{ id: "q_a", text: evil }];
  const browser = await Browser.open({
    site: {
      prompts: [examplePrompt({ text: evil })],
      labels: { en: { ...SERVED.en, title: evil } },
      config: { questions: { items } },
    },
  });
  expect(browser.root.querySelector("img")).toBeNull();
  expect(browser.root.querySelector("h2")?.textContent).toBe(evil.replace("{{url}}", ""));
  expect(browser.root.querySelector(".prompt p")?.textContent).toContain("onerror");
});
