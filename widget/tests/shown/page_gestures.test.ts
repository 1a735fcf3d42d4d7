/** What a browser allows only within a click, in the shipped file. */

import { expect, test } from "vitest";
import { Browser } from "../support/browser";

/** The browser's clipboard, which takes a text that follows later. */
function withClipboard(written: Promise<Blob>[]) {
  return {
    prepare: (window: object) => {
      Object.assign(window, {
        ClipboardItem: class {
          constructor(readonly content: Record<string, Promise<Blob>>) {}
        },
        Blob,
      });
    },
    navigator: {
      clipboard: {
        write: ([{ content }]: [{ content: { "text/plain": Promise<Blob> } }]) => {
          const text = content["text/plain"];
          written.push(text);
          return text;
        },
      },
    },
  };
}

/** Clicks the button that says `text`, and returns what was written before the click's handlers returned. */
function clickAtOnce(browser: Browser, text: string, written: readonly unknown[]): number {
  const { MouseEvent } = browser.window;
  browser.find(text).dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, cancelable: true }));
  return written.length;
}

test.each(["Copy page", "Copy link"])("%s begins its copy within the click, before the second file", async (label) => {
  const written: Promise<Blob>[] = [];
  const browser = await Browser.open({ ...withClipboard(written), loads: false });
  expect(clickAtOnce(browser, label, written)).toBe(1);
});

test("a page is copied within the click, and its text follows with the file", async () => {
  const written: Promise<Blob>[] = [];
  const browser = await Browser.open(withClipboard(written));
  expect(clickAtOnce(browser, "Copy page", written)).toBe(1);
  await browser.settle();
  expect(await (await written[0])?.text()).toContain("Flour, water, salt and time.");
  await browser.settle();
  expect(browser.service.events.map(({ type }) => type)).toEqual(["view", "copy"]);
});

test("a share sheet that the browser refuses to open is not counted, and one that a reader closes is", async () => {
  for (const [name, expected] of [
    ["NotAllowedError", ["view"]],
    ["AbortError", ["view", "social_click"]],
  ] as const) {
    const share = () => Promise.reject(Object.assign(new Error(name), { name }));
    const shareTargets = [{ id: "native", name: "Share", urlTemplate: "" }];
    const browser = await Browser.open({ navigator: { share }, site: { shareTargets } });
    browser.root.querySelector<HTMLElement>("[data-do='shares 0']")?.click();
    await browser.settle();
    expect(browser.service.events.map(({ type }) => type)).toEqual(expected);
  }
});
