/** What readers see, in the shipped file. */

import { expect, test } from "vitest";
import { Browser } from "./browser";
import { examplePrompt, exampleRule, SITE } from "./example_site";

const texts = (elements: Iterable<Element>) => Array.from(elements, (element) => element.textContent);

test("AI buttons are real links that open a new tab and do not hand over the page", async () => {
  const browser = await Browser.open();
  const [chatgpt, gemini] = browser.links(".ai");
  expect(chatgpt?.href).toBe(
    "https://chatgpt.com/?prompt=Summarize%20https%3A%2F%2Fexample.com%2Fbread%20(Slow%20bread)",
  );
  expect(gemini?.href).toBe("https://gemini.google.com/app");
  for (const link of browser.root.querySelectorAll("a")) {
    expect(link.target).toBe("_blank");
    expect(link.relList.contains("noopener")).toBe(true);
  }
  expect(browser.errors).toEqual([]);
});

test("each link tells a screen reader what it does and that it opens a new tab, and begins with what can be seen", async () => {
  const browser = await Browser.open();
  const label = (text: string) => browser.find(text).getAttribute("aria-label");
  expect(label("ChatGPT")).toBe("Ask ChatGPT about this page (opens in a new tab)");
  expect(label("How long does it rest?")).toBe("Ask ChatGPT: How long does it rest? (opens in a new tab)");
  expect(label("X")).toBe("Share on X (opens in a new tab)");
  expect(label("Email")).toBe("Share by email");
  for (const link of browser.root.querySelectorAll("a")) {
    expect(link.getAttribute("aria-label")?.toLowerCase()).toContain(link.textContent.toLowerCase());
  }
  expect(browser.root.querySelector("section")?.getAttribute("aria-label")).toBe("Ask AI about this page");
});

test("everything that can be pressed can be reached with the keyboard", async () => {
  const browser = await Browser.open();
  const pressable = browser.root.querySelectorAll("a, button, summary");
  expect(texts(pressable)).toEqual([
    "ChatGPT",
    "Gemini",
    "How long does it rest?",
    "X",
    "Email",
    "Copy link",
    "Copy as Markdown",
    "See what is asked",
  ]);
  for (const element of pressable) expect((element as HTMLElement).tabIndex).toBe(0);
});

test("what is switched off does not show", async () => {
  const config = {
    social: [{ id: "x", enabled: false }],
    questions: { enabled: false },
    markdown: { copy: false },
    privacy: { showPromptPreview: false },
  };
  const browser = await Browser.open({ site: { config } });
  expect(texts(browser.root.querySelectorAll("a, button, summary"))).toEqual(["ChatGPT", "Gemini"]);
});

test("the words are those of the page's language, and the rest is English", async () => {
  const labels = { de: { title: "KI zu dieser Seite fragen" } };
  const html = '<!doctype html><html lang="de-AT"><title>Brot</title><body><article>Brot</article></body></html>';
  const browser = await Browser.open({ html, site: { labels } });
  expect(browser.root.querySelector("section")?.getAttribute("aria-label")).toBe("KI zu dieser Seite fragen");
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

test("the prompt can be seen before it is sent, once for all platforms that get the same", async () => {
  const prompts = [examplePrompt({ text: "All: {{title}}" }), examplePrompt({ id: "prm_g", text: "G", platformIds: ["gemini"] })];
  const platforms = [{ id: "chatgpt" }, { id: "gemini" }, { id: "c_a" }];
  const customPlatforms = [{ id: "c_a", label: "Own", urlTemplate: "https://own.example/?q={{prompt}}" }];
  const browser = await Browser.open({ site: { prompts, config: { platforms, customPlatforms } } });
  const details = browser.root.querySelector("details");
  browser.window.document.title = "New title";
  details?.dispatchEvent(new browser.window.Event("toggle"));
  expect(texts(browser.root.querySelectorAll(".prompt b"))).toEqual(["ChatGPT, Own", "Gemini"]);
  expect(texts(browser.root.querySelectorAll(".prompt p"))).toEqual(["All: New title", "G"]);
});

test("what the preview shows is what the links send, variants included", async () => {
  const prompts = ["a", "b", "c", "d"].map((id) => examplePrompt({ id, text: `Variant ${id}`, variantGroup: "g" }));
  for (let round = 0; round < 8; round++) {
    const browser = await Browser.open({ site: { prompts } });
    browser.root.querySelector("details")?.dispatchEvent(new browser.window.Event("toggle"));
    const shown = texts(browser.root.querySelectorAll(".prompt p"));
    expect(shown).toHaveLength(1);
    await browser.click("ChatGPT");
    const href = browser.links(".ai")[0]?.href ?? "";
    expect(decodeURIComponent(href)).toContain(shown[0]);
    expect(shown[0]).toContain(browser.service.events.at(-1)?.promptId);
  }
});

test("a link is renewed when it is about to be used, so that it names the page as it is now", async () => {
  const browser = await Browser.open();
  browser.window.document.title = "Later title";
  const [chatgpt] = browser.links(".ai");
  chatgpt?.dispatchEvent(new browser.window.Event("pointerdown"));
  expect(chatgpt?.href).toContain("Later%20title");
});

test("the menu layout hides all behind one button, and Escape closes it and gives the focus back", async () => {
  const browser = await Browser.open({ site: { config: { theme: { layout: "menu" } } } });
  const menu = browser.root.querySelector<HTMLDetailsElement>("details.menu");
  const opener = menu?.querySelector("summary");
  expect(opener?.textContent).toBe("Ask AI");
  expect(menu?.open).toBe(false);
  if (menu) menu.open = true;
  const link = browser.links(".ai")[0];
  link?.focus();
  link?.dispatchEvent(new browser.window.KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(menu?.open).toBe(false);
  expect(browser.root.activeElement).toBe(opener);
});

test("a press elsewhere closes the menu, one inside does not", async () => {
  const browser = await Browser.open({ site: { config: { theme: { layout: "menu" } } } });
  const { document, Event } = browser.window;
  const menu = browser.root.querySelector<HTMLDetailsElement>("details.menu");
  if (!menu) throw new Error("no menu");
  menu.open = true;
  menu.dispatchEvent(new Event("toggle"));
  browser.links(".ai")[0]?.dispatchEvent(new Event("pointerdown", { bubbles: true, composed: true }));
  expect(menu.open).toBe(true);
  document.body.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(menu.open).toBe(false);
});

test("the looks come as a constructed sheet, which a strict policy allows", async () => {
  const sheets: string[] = [];
  const browser = await Browser.open({
    site: { config: { theme: { accent: "#0a7d5a", radius: 3 } } },
    prepare: (window: Record<string, unknown>) => {
      window.CSSStyleSheet = class {
        replaceSync(text: string) {
          sheets.push(text);
        }
      };
    },
  });
  expect(sheets).toHaveLength(1);
  expect(sheets[0]).toContain("--accent:#0a7d5a;--radius:3px");
  expect(browser.root.adoptedStyleSheets).toHaveLength(1);
  expect(browser.root.querySelector("style, [style]")).toBeNull();
  expect(browser.host.getAttribute("style")).toBeNull();
});

test("a browser without constructed sheets gets a style element with the page's nonce", async () => {
  const prepare = (window: Record<string, unknown>) => {
    window.CSSStyleSheet = undefined;
  };
  const browser = await Browser.open({ prepare, tag: { "data-site": SITE, "data-nonce": "n0nce" } });
  const style = browser.root.querySelector("style");
  expect(style?.textContent).toContain("--accent:#3355ff");
  expect(style?.nonce).toBe("n0nce");
});

test("nothing of it moves by itself, so that reduced motion has nothing to reduce", async () => {
  const prepare = (window: Record<string, unknown>) => {
    window.CSSStyleSheet = undefined;
  };
  for (const mode of ["inline", "floating"]) {
    const browser = await Browser.open({ prepare, site: { config: { placement: { mode, position: "bottom-right" } } } });
    const css = browser.root.querySelector("style")?.textContent ?? "";
    expect(css).toContain(".card{");
    expect(css).not.toMatch(/transition|animation|scroll-behavior/);
  }
});

test("theme, size and layout are what the owner chose", async () => {
  const browser = await Browser.open({ site: { config: { theme: { preset: "dark", size: "lg", layout: "stacked" } } } });
  expect([...(browser.root.querySelector("section")?.classList ?? [])].sort()).toEqual(["dark", "lg", "stacked"]);
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
    site: { prompts: [examplePrompt({ text: evil })], labels: { en: { title: evil } }, config: { questions: { items } } },
  });
  browser.root.querySelector("details")?.dispatchEvent(new browser.window.Event("toggle"));
  expect(browser.root.querySelector("img")).toBeNull();
  expect(browser.root.querySelector(".title")?.textContent).toBe(evil.replace("{{url}}", ""));
  expect(browser.root.querySelector(".prompt p")?.textContent).toContain("onerror");
});
