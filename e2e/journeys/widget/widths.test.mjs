// The widget does not widen a column of its page. Everything else stays in place, in ancestors of every kind, at every
// width, in every layout.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { openStage } from "../../scenes/pages/widget_stage.mjs";

const stage = await openStage();
after(stage.end);

const WIDTHS = [320, 390, 768, 1280];
const MAX_SHIFT = 0.02;
/** The styles of the section, of the element around the widget, and of its sibling. */
const ANCESTORS = [
  ["", "", ""],
  ["display:flex", "", ""],
  ["display:flex;gap:1rem", "flex:1", "flex:0 0 6rem"],
  ["display:flex;flex-direction:column", "", ""],
  ["display:flex;flex-direction:column;align-items:center", "", ""],
  ["display:grid;grid-template-columns:1fr", "", ""],
  ["display:grid;grid-template-columns:1fr 1fr", "", ""],
  ["display:grid;grid-template-columns:auto auto", "", ""],
  ["display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr))", "", ""],
  ["overflow:auto", "float:left", "clear:both"],
  ["display:table", "display:table-cell", "display:table-cell"],
  ["", "display:inline-block", ""],
  ["", "width:fit-content", ""],
  ["display:inline-grid", "display:grid", ""],
];
const TEXT =
  "A larger sprocket at the back turns the wheel less for each turn of the pedals, which is why a hill asks for it. ".repeat(
    3,
  );
/** Space is reserved, so that nothing moves down; the widget may have any width there. */
const BODY = `<main>${ANCESTORS.map(
  ([around, item, beside], at) => `<section style="${around}">
  <div style="${item}"><p>${TEXT}</p><div class="place" id="w${at}"></div></div><aside style="${beside}"><p>Beside it</p></aside></section>`,
).join("")}</main>`;
const STYLE = "*{box-sizing:border-box}body{margin:0}.place{height:2000px}p{margin:0 0 1rem}";

/** The boxes of all elements except the widget's places, and the width of the page. */
const boxes = () => ({
  width: document.documentElement.scrollWidth,
  boxes: [...document.querySelectorAll("main, main *:not(.place, .place *)")].map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [node.localName, x, y + scrollY, width, height].join(" ");
  }),
});

for (const layout of ["row", "stacked", "menu", "bar"]) {
  test(`${layout}: the page is as wide, and every element of it as large, as without the widget`, async () => {
    const { page, service, siteId, end } = await stage.open({
      body: BODY,
      style: STYLE,
      theme: { layout },
      config: { placement: { mode: "manual" } },
      options: { viewport: { width: 390, height: 900 } },
    });
    const measured = async () => {
      const all = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        all.push({ at: width, ...(await page.evaluate(boxes)) });
      }
      return all;
    };
    const before = await measured();
    for (const { at, width } of before) assert.ok(width <= at, `The page itself has ${width} at ${at}.`);
    await page.setViewportSize({ width: 390, height: 900 });
    await page.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Reflect.set(window, "shift", Reflect.get(window, "shift") + Reflect.get(entry, "value"));
      }).observe({ type: "layout-shift" });
    });
    await page.evaluate(
      ({ count, ...options }) => {
        for (let at = 0; at < count; at += 1) Reflect.get(window, "askline").init({ ...options, target: `#w${at}` });
      },
      { site: siteId, api: service, count: ANCESTORS.length },
    );
    await page.waitForFunction(
      (count) =>
        [...document.querySelectorAll(".place askline-widget")].filter((host) =>
          host.shadowRoot?.querySelector(".card,.opener"),
        ).length === count,
      ANCESTORS.length,
    );
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shift = await page.evaluate("shift");
    assert.deepEqual(await measured(), before);
    assert.ok(shift <= MAX_SHIFT, `layout shift ${shift}`);
    await end();
  });
}
