// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://example.com/bread" }

/** `<askline-widget>` in a page, as the npm package ships it. */

import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { AsklineApi } from "../../src/init_options";
import { examplePayload, SITE } from "../support/example_site";
import { Service } from "../support/service";

const API = "https://askline.test";
/** Longer than reading a file ever takes; only a failing test waits this long. */
const WAIT_MS = 15_000;
const service = new Service();
Object.assign(window, {
  fetch: service.fetch,
  Request: class {
    readonly keepalive = true;
  },
});
Object.defineProperty(navigator, "sendBeacon", { value: service.beacon });
await import(join(import.meta.dirname, "../../lib/element.js"));

beforeEach(async () => {
  document.body.replaceChildren();
  await turns();
  service.payload = examplePayload();
  service.asked.length = 0;
});

/** Waits for what is in progress. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function element(attributes: Readonly<Record<string, string>>): HTMLElement {
  const made = document.createElement("askline-widget");
  for (const [name, value] of Object.entries({ "data-site": SITE, "data-api": API, ...attributes }))
    made.setAttribute(name, value);
  return made;
}

/** The elements that the widget made, inside the page's own elements. */
const drawn = () => [...document.querySelectorAll("askline-widget:not([data-site])")];

test("an element with a site shows that site's widget in its place", async () => {
  document.body.append(element({ id: "here" }));
  // The first one also waits for the second file, which is read from the disk.
  await vi.waitFor(() => {
    expect(drawn()[0]?.shadowRoot?.querySelector("[role=region]")).toBeTruthy();
  }, WAIT_MS);
  expect(drawn()).toHaveLength(1);
  expect(drawn()[0]?.parentElement?.id).toBe("here");
});

test("several of them each show one, and ask the service once", async () => {
  document.body.append(element({ id: "a" }), element({ id: "b" }));
  await turns();
  expect(drawn().map((widget) => widget.parentElement?.id)).toEqual(["a", "b"]);
  expect(drawn().map((widget) => widget.shadowRoot?.querySelector("section")?.getAttribute("role"))).toEqual([
    "region",
    "group",
  ]);
  expect(service.asked.filter(({ url }) => url.includes("/config?"))).toHaveLength(1);
});

test("an element that is moved keeps its one widget, and one that goes takes it away", async () => {
  const one = element({});
  const [left, right] = [document.createElement("div"), document.createElement("div")];
  document.body.append(left, right);
  left.append(one);
  await turns();
  right.append(one);
  await turns();
  expect(drawn()).toHaveLength(1);
  one.remove();
  await turns();
  expect(drawn()).toEqual([]);
  expect(one.childElementCount).toBe(0);
  expect((window as { askline?: unknown }).askline).toBeUndefined();
});

test("an element that is added and removed four times is one view", async () => {
  const views = () => service.events.filter(({ siteId, type }) => siteId === "site_toggled" && type === "view");
  for (let round = 0; round < 4; round++) {
    const one = element({ "data-site": "site_toggled" });
    document.body.append(one);
    await vi.waitFor(() => {
      expect(views()).toHaveLength(1);
    });
    one.remove();
    await turns();
  }
  expect(views()).toHaveLength(1);
});

test("an element with data-count waits for consent", async () => {
  document.body.append(element({ "data-site": "site_asked", "data-count": "consent" }));
  await turns();
  const mine = () => service.events.filter(({ siteId }) => siteId === "site_asked");
  expect(drawn()).toHaveLength(1);
  expect(mine()).toEqual([]);
  (window as unknown as { askline: AsklineApi }).askline.count(true);
  await vi.waitFor(() => {
    expect(mine().map(({ type }) => type)).toEqual(["view"]);
  });
});

test("an element shows nothing until it has a site, and nothing when it has none any more", async () => {
  const one = document.createElement("askline-widget");
  document.body.append(one);
  await turns();
  expect(service.asked).toEqual([]);
  one.setAttribute("data-api", API);
  one.setAttribute("data-site", SITE);
  await turns();
  expect(one.childElementCount).toBe(1);
  one.removeAttribute("data-site");
  await turns();
  expect(one.childElementCount).toBe(0);
});
