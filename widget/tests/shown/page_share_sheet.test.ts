/** The share sheet of the reader's system, in the shipped file. */

import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { examplePayload } from "../support/example_site";

const { shareTargets } = examplePayload();
const site = {
  config: {
    social: [
      { id: "x", enabled: true },
      { id: "system", enabled: true },
    ],
  },
  shareTargets: [...shareTargets, { id: "system", name: "Share sheet", urlTemplate: "" }],
};

/** A browser with a share sheet, and what was passed to it. */
async function openWithSheet(answer: () => Promise<void>, changes = site) {
  const handed: unknown[] = [];
  const share = (what: unknown) => {
    handed.push(what);
    return answer();
  };
  const url = "https://example.com/bread?utm_source=x#part";
  return { browser: await Browser.open({ url, navigator: { share }, site: changes }), handed };
}

test("where the browser has a share sheet, its button hands over the page's address and title, and counts once", async () => {
  const { browser, handed } = await openWithSheet(() => Promise.resolve());
  const button = browser.find("Other apps");
  expect(button.localName).toBe("button");
  await browser.click("Other apps");
  expect(handed).toEqual([{ title: "Slow bread", url: "https://example.com/bread" }]);
  const { events } = browser.service;
  expect(events.map(({ type, network }) => [type, network])).toEqual([
    ["view", undefined],
    ["social_click", "system"],
  ]);
});

test("a share sheet that the reader closes breaks nothing", async () => {
  const { browser } = await openWithSheet(() =>
    Promise.reject(Object.assign(new Error("closed"), { name: "AbortError" })),
  );
  await browser.click("Other apps");
  await browser.click("Share on X (opens in a new tab)");
  expect(browser.errors).toEqual([]);
  expect(browser.service.events.map(({ network }) => network)).toEqual([undefined, "system", "x"]);
});

test("a browser without a share sheet does not offer one", async () => {
  const browser = await Browser.open({ site });
  expect(() => browser.find("Other apps")).toThrow("Nothing says");
  expect(browser.find("Share on X (opens in a new tab)")).toBeTruthy();
});

test("a share sheet that the owner switched off is not offered", async () => {
  const off = { ...site, shareTargets: site.shareTargets.filter(({ id }) => id !== "system") };
  const { browser } = await openWithSheet(() => Promise.resolve(), off);
  expect(() => browser.find("Other apps")).toThrow("Nothing says");
});
