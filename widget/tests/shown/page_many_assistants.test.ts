/** What readers see of a site with many assistants, in the shipped file. */

import { expect, test } from "vitest";
import { Browser, says } from "../support/browser";
import { examplePrompt } from "../support/example_site";

test("of many assistants four stand in the card, and the button beside the first lists all", async () => {
  const platforms = Array.from({ length: 6 }, (_, place) => ({ id: `c_${place}` }));
  const customPlatforms = platforms.map(({ id }, place) => ({
    id,
    label: `Own ${place}`,
    urlTemplate: "https://own.example/?q={{prompt}}",
  }));
  const browser = await Browser.open({ site: { config: { platforms, customPlatforms } } });
  expect(browser.links(".ai").map(says)).toEqual(["Ask Own 0", "Own 1", "Own 2", "Own 3"]);
  await browser.click("More options");
  expect(browser.links("[role=menu]").map(says)).toEqual(platforms.map((_, place) => `Ask Own ${place}`));
  expect(browser.root.querySelector("input")).toBeNull();
});

test("assistants with a prompt of their own have a list of their own once they are more than four", async () => {
  const platforms = [{ id: "chatgpt" }, ...Array.from({ length: 5 }, (_, place) => ({ id: `c_${place}` }))];
  const customPlatforms = platforms
    .slice(1)
    .map(({ id }, place) => ({ id, label: `Own ${place}`, urlTemplate: "https://own.example/?q={{prompt}}" }));
  const prompts = [
    examplePrompt({ text: "Own words", platformIds: platforms.slice(1).map(({ id }) => id) }),
    examplePrompt({ id: "prm_c", text: "C", platformIds: ["chatgpt"] }),
  ];
  const browser = await Browser.open({ site: { prompts, config: { platforms, customPlatforms } } });
  const second = browser.root.querySelectorAll(".ai")[1];
  expect(Array.from(second?.querySelectorAll("a") ?? [], says)).toEqual(["Own 0", "Own 1", "Own 2", "Own 3"]);
  second?.querySelector("button")?.click();
  await browser.settle();
  const opened = browser.links("[role=menu]");
  expect(opened.map((link) => [says(link), new URL(link.href).searchParams.get("q")])).toEqual(
    Array.from({ length: 5 }, (_, place) => [`Ask Own ${place}`, "Own words"]),
  );
});

test("ten assistants and more are found by a part of their name, and the arrow leads from the field to what was found", async () => {
  const platforms = Array.from({ length: 10 }, (_, place) => ({ id: `c_${place}` }));
  const customPlatforms = platforms.map(({ id }, place) => ({
    id,
    label: place % 4 ? `Own ${place}` : `Élan ${place}`,
    urlTemplate: "https://own.example/?q={{prompt}}",
  }));
  const browser = await Browser.open({ site: { config: { platforms, customPlatforms } } });
  await browser.click("More options");
  const field = browser.root.querySelector("input");
  expect([field?.getAttribute("aria-label"), browser.root.activeElement]).toEqual(["Search assistants", field]);
  if (field) field.value = "ÉLAN";
  field?.dispatchEvent(new browser.window.Event("input", { bubbles: true }));
  const found = browser.links("[role=menu]").filter(({ hidden }) => !hidden);
  expect(found.map(says)).toEqual(["Ask Élan 0", "Ask Élan 4", "Ask Élan 8"]);
  const press = (key: string) =>
    browser.root.activeElement?.dispatchEvent(
      new browser.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
  press("ArrowDown");
  press("ArrowDown");
  expect(browser.root.activeElement).toBe(found[1]);
  // Typing into the search is not asking a question.
  expect(browser.root.querySelector(".prompt p")?.textContent).toContain("Summarize");
});
