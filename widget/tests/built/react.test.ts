// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://example.com/bread" }

/** The widget in a React page, as the npm package ships it. */

import { join } from "node:path";
import { act, createElement, StrictMode, useState, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AsklineProps } from "../../src/react";
import { examplePayload, SITE } from "../support/example_site";
import { Service } from "../support/service";

const ours = (await import(join(import.meta.dirname, "../../lib/react.js"))) as typeof import("../../src/react");
// The widget loads it at its start; the tests do not wait for it each time.
await import(join(import.meta.dirname, "../../lib/place.js"));
const API = "https://askline.test";
/**
 * One service for all tests, because the widget keeps the browser functions that it read at the start.
 */
const service = new Service();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
Object.assign(window, {
  fetch: service.fetch,
  Request: class {
    readonly keepalive = true;
  },
});
Object.defineProperty(navigator, "sendBeacon", { value: service.beacon });

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  service.payload = examplePayload();
  service.asked.length = 0;
  place = document.createElement("main");
  document.body.replaceChildren(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => {
    root.unmount();
  });
});

async function render(node: ReactNode): Promise<void> {
  await act(async () => {
    root.render(node);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  });
}

const widgets = () => [...document.querySelectorAll("askline-widget")];
const names = (widget: Element | undefined) =>
  Array.from(widget?.shadowRoot?.querySelectorAll(".ai a bdi") ?? [], (name) => name.textContent);
const askline = (props: Partial<AsklineProps> = {}) => createElement(ours.Askline, { site: SITE, api: API, ...props });

test("the widget is where the component is, with the attributes that it was given", async () => {
  await render(createElement("section", null, askline({ className: "ask", id: "here" })));
  expect(widgets()).toHaveLength(1);
  expect(widgets()[0]?.parentElement?.outerHTML).toMatch(/^<div class="ask" id="here"><askline-widget /);
  expect(names(widgets()[0])).toEqual(["ChatGPT", "Gemini"]);
});

test("effects that run twice, as in strict mode, make one widget", async () => {
  await render(createElement(StrictMode, null, askline()));
  expect(widgets()).toHaveLength(1);
});

test("a render of the page around it leaves the widget alone", async () => {
  let again: (text: string) => void = () => undefined;
  function Page() {
    const [text, setText] = useState("first");
    again = setText;
    return createElement("div", null, text, askline({ title: text }));
  }
  await render(createElement(Page));
  const [before] = widgets();
  await act(async () => {
    again("second");
    await Promise.resolve();
  });
  expect(document.querySelector("[title=second]")?.firstElementChild).toBe(before);
  expect(names(before)).toEqual(["ChatGPT", "Gemini"]);
});

test("a widget that is removed and added again is shown again", async () => {
  await render(askline());
  await render(null);
  expect(widgets()).toHaveLength(0);
  await render(askline());
  expect(widgets()).toHaveLength(1);
  expect(names(widgets()[0])).toEqual(["ChatGPT", "Gemini"]);
});

test("a component that React takes out and puts back four times is one view", async () => {
  const mine = () => service.events.filter(({ siteId, type }) => siteId === "site_toggled" && type === "view");
  for (let round = 0; round < 4; round++) {
    await render(createElement(StrictMode, null, askline({ site: "site_toggled" })));
    await vi.waitFor(() => {
      expect(mine()).toHaveLength(1);
    });
    await render(null);
  }
  expect(mine()).toHaveLength(1);
});

test("another site is another widget, without the first one's", async () => {
  await render(askline());
  await render(askline({ site: "site_other" }));
  expect(widgets()).toHaveLength(1);
  expect(service.asked.map(({ url }) => url)).toContain(`${API}/api/v1/sites/site_other/config?language=en`);
});

test("the hook puts the widget where the configuration says", async () => {
  service.payload = examplePayload({ config: { placement: { mode: "floating", position: "bottom-right" } } });
  function Page() {
    ours.useAskline({ site: "site_floating", api: API });
    return createElement("p", null, "A page");
  }
  await render(createElement(Page));
  // A floating widget needs another file.
  await vi.waitFor(() => {
    expect(widgets().map((widget) => widget.parentElement)).toEqual([document.body]);
  });
});

test("on a server the component is an empty element", () => {
  expect(renderToString(askline({ className: "ask" }))).toBe('<div class="ask"></div>');
});
