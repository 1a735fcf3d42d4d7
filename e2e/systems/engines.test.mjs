// Firefox and WebKit copy the page with the first click, although the file arrives later.

import assert from "node:assert/strict";
import { createServer, request as ask } from "node:http";
import { test } from "node:test";

import { becomes } from "../scenes/askline.mjs";
import { startCustomer } from "../scenes/pages/customer.mjs";
import { click, pastes } from "./engine_actions.mjs";
import { ENGINES } from "./other_engines.mjs";

/** @type {import("../scenes/pages/page_shapes.mjs").Shape} */
const SHAPE = {
  name: "a page to copy",
  path: "/copied",
  config: {
    placement: { mode: "inline", selector: "#ask", position: "append" },
    markdown: { copy: true },
  },
  html: ({ tag }) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bread</title>
    <main><h1>Bread</h1><p>Flour, water, salt and time.</p><div id="ask"></div></main>
    <textarea id="paste"></textarea>${tag()}</html>`,
};
const BUTTON = 'document.querySelector("askline-widget")?.shadowRoot.querySelector("[data-do=page]")';

/**
 * The service, with the file for copies held back until `release`.
 * @param {string} service
 */
async function startSlowService(service) {
  const { hostname, port } = new URL(service);
  let asked = 0;
  /** @type {() => void} */
  let release = () => undefined;
  const released = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  const server = createServer(async (request, response) => {
    if (request.url?.includes("/page_copy-")) {
      asked += 1;
      await released;
    }
    const { method, url: path, headers } = request;
    const onward = ask({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked: () => asked,
    release,
    end: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

for (const [name, start] of Object.entries(ENGINES)) {
  test(`${name}: the first click copies the page, and the file for it arrives after the click`, async () => {
    /** @type {Awaited<ReturnType<typeof startSlowService>> | undefined} */
    let slow;
    const customer = await startCustomer([SHAPE], async (service) => {
      slow = await startSlowService(service);
      return slow.origin;
    });
    const engine = await start();
    try {
      await engine.open(customer.pages.origin + SHAPE.path);
      await click(engine, BUTTON);
      await becomes(async () => (slow?.asked() ?? 0) > 0, true);
      slow?.release();
      await becomes(() => engine.run(`return ${BUTTON}.getAttribute("style")?.includes("--done") ?? false`), true);
      await pastes(engine, "Flour, water, salt and time.");
    } finally {
      await engine.end();
      await customer.end();
      slow?.end();
    }
    assert.equal(slow?.asked(), 1);
  });
}
