// The widget changes no page before React has taken over what its server made.
// The page is made by React itself, on a server and in the browser. The console stays empty, as without the widget.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ROOT } from "../../scenes/askline.mjs";
import { openStage } from "../../scenes/pages/widget_stage.mjs";

const WIDGET = join(ROOT, "widget");
/** The packages of the widget's own tests. */
const load = createRequire(join(WIDGET, "package.json"));

/** The page's component; numbers between texts get comments around them on the server. */
const APP = `
  const { createElement: h } = require("react");
  const text = (key) => h("p", { key }, "Bread needs ", 4, " things: flour, water, salt and time.");
  exports.App = () => h("main", null, h("article", null, h("h1", null, "Bread"), text("one"), text("two")));`;

/** @type {Awaited<ReturnType<typeof openStage>>} */
let stage;
/** What the server sends inside the root, and the script that takes it over after the page was loaded. */
let made = "";
let script = "";
before(async () => {
  const exported = /** @type {{ App: () => unknown }} */ ({});
  new Function("require", "exports", APP)(load, exported);
  made = load("react-dom/server").renderToString(load("react").createElement(exported.App));
  const { outputFiles } = await load("esbuild").build({
    stdin: {
      contents: `${APP}
        const { hydrateRoot } = require("react-dom/client");
        addEventListener("load", () => hydrateRoot(document.querySelector("[data-page]"), h(exports.App)));`,
      resolveDir: WIDGET,
    },
    bundle: true,
    write: false,
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  script = outputFiles[0].text;
  stage = await openStage();
});
after(async () => {
  await stage?.end();
});

for (const root of ['id="__docusaurus"', 'id="root"', 'class="of-its-own"']) {
  test(`React takes over every element that its server made, and the widget follows the text: ${root}`, async () => {
    /** @type {() => void} */
    let release = () => undefined;
    const drawn = new Promise((resolve) => {
      release = () => resolve(null);
    });
    const { page, widget, problems, end } = await stage.open({
      head: '<script type="module" src="/page.js"></script>',
      body: `<div data-page ${root}>${made}</div><img src="/last.svg" alt="">`,
      config: { placement: { mode: "inline", selector: "article", position: "after" } },
      prepare: async (opened) => {
        await opened.addInitScript(() => {
          addEventListener("DOMContentLoaded", () => {
            Object.assign(window, { made: [...document.querySelectorAll("[data-page] *")] });
          });
        });
        await opened.route(/\/page\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
        // The page is loaded only after the widget could have been drawn.
        await opened.route(/\/last\.svg$/, async (route) => {
          await drawn;
          await route.fulfill({ contentType: "image/svg+xml", body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
        });
        const files = [/\/config\?language=/, /\/widget\/place-/, /\/widget\/rest-/];
        const answers = files.map((address) => opened.waitForResponse(address));
        void Promise.all(answers)
          .then(() =>
            opened.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"),
          )
          .then(release, release);
      },
    });
    await widget.locator(".card").waitFor({ state: "attached" });
    const found = await page.evaluate(() => {
      const nodes = /** @type {Element[]} */ (Reflect.get(window, "made"));
      const host = document.querySelector("askline-widget");
      return {
        count: nodes.length,
        kept: nodes.filter((node) => node.isConnected).length,
        taken: nodes.filter((node) => Object.keys(node).some((key) => key.startsWith("__reactFiber$"))).length,
        before: host?.previousElementSibling === nodes.at(-1),
      };
    });
    assert.deepEqual(found, { count: 5, kept: 5, taken: 5, before: true });
    assert.deepEqual(problems, []);
    await end();
  });
}
