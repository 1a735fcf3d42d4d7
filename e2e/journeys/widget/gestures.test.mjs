// What a browser allows only within a click works with the first press. The widget's files may arrive late.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { gate } from "../../scenes/gate.mjs";
import { openStage } from "../../scenes/pages/widget_stage.mjs";

/** @type {Awaited<ReturnType<typeof openStage>>} */
let stage;
before(async () => {
  stage = await openStage();
});
after(async () => {
  await stage?.end();
});

const body = '<main><h1>Bread</h1><p>Flour, water, salt and time.</p><div id="ask"></div></main>';

for (const [name, head, held] of /** @type {const} */ ([
  ["its file arrives after the press", "", /\/widget\/page_copy-/],
  [
    "its own Markdown arrives after the press",
    '<link rel="alternate" type="text/markdown" href="/own.md">',
    /\/own\.md$/,
  ],
])) {
  test(`a page is copied by the first press, where ${name}`, async () => {
    const { hold, release } = gate();
    const { page, context, widget, problems, end } = await stage.open({
      body,
      head,
      config: { markdown: { copy: true } },
      prepare: async (opened) => {
        await opened.route(/\/own\.md$/, (route) =>
          route.fulfill({ contentType: "text/markdown", body: "# Bread\n\nFlour, water, salt and time.\n" }),
        );
        await opened.route(held, hold);
      },
    });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    // The copy begins within the click, when its text is not there yet.
    await page.evaluate(() => {
      const { write } = navigator.clipboard;
      Object.assign(window, { begun: 0 });
      navigator.clipboard.write = (items) => {
        Reflect.set(window, "begun", Reflect.get(window, "begun") + 1);
        return write.call(navigator.clipboard, items);
      };
    });
    await widget.locator("[data-do=page]").click();
    await becomes(() => page.evaluate("begun"), 1);
    release();
    await widget.locator("[data-do=page][style*=--done]").waitFor();
    assert.match(String(await page.evaluate("navigator.clipboard.readText()")), /Flour, water, salt and time\./);
    assert.deepEqual(problems, []);
    await end();
  });
}
