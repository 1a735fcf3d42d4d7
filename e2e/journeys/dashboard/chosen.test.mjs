// Each chosen control has a line, also with forced colors.

import assert from "node:assert/strict";
import { after } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { ORGANIZATION_PAGES, SITE_PAGES } from "../../scenes/checks/dashboard_loads.mjs";
import { signIn } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { openSettled } from "../../scenes/settled.mjs";

const { cell } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

/** @typedef {import("playwright-core").Page} Page */

/** How a control says that it is chosen. A step says it by its number, and a link that sorts by the head of its column. */
const CHOSEN =
  'th[aria-sort], [aria-current]:not([aria-current="false"], [aria-current="step"], th[aria-sort] *), [role="radio"][aria-checked="true"], [role="tab"][aria-selected="true"]';
const STATES = [
  "aria-current",
  "aria-checked",
  "aria-selected",
  "aria-sort",
  "data-selected",
  "data-shown",
  "data-status",
];
/** Texts and icons, whose weight and color are not enough. */
const WITHOUT_TEXTS = "#app * { color: transparent !important; } #app svg { visibility: hidden !important; }";

/**
 * The controls of the page that look the same when they are not chosen.
 * @param {Page} page
 * @param {Set<string>} known kinds of controls that were looked at, by their classes; grows
 */
async function unseen(page, known) {
  const found = [];
  for (const control of await page.$$(CHOSEN)) {
    const kind = await control.evaluate((element) => `${element.localName} ${element.className}`);
    if (known.has(kind) || !(await control.isVisible())) continue;
    known.add(kind);
    // The line of a figure is at its tile.
    const place = (await control.evaluateHandle((element) => element.closest("[data-shown]") ?? element)).asElement();
    const chosen = await place?.screenshot({ animations: "disabled" });
    await control.evaluate((element, names) => {
      // The link of the side bar to the pages of the organization, on each of them.
      element.setAttribute("class", (element.getAttribute("class") ?? "").replace(/\S*_here_\S*/, ""));
      for (const one of [element, element.closest("[data-shown]")])
        for (const name of names) one?.removeAttribute(name);
    }, STATES);
    const other = await place?.screenshot({ animations: "disabled" });
    if (other === undefined || chosen?.equals(other)) found.push(kind);
  }
  return found;
}

for (const [name, media] of Object.entries({
  light: /** @type {const} */ ({ colorScheme: "light" }),
  dark: /** @type {const} */ ({ colorScheme: "dark" }),
  "forced colors": /** @type {const} */ ({ forcedColors: "active" }),
})) {
  cell(`each chosen control of each page has a line, in ${name}`, async () => {
    const { context, page } = await newReader(browser, media);
    await signIn(page, `${demo.listening}/account`, owner);
    const known = new Set();
    for (const path of [
      "/account",
      ...SITE_PAGES.map((page) => `/sites/${demo.siteId}/${page}`),
      ...ORGANIZATION_PAGES.map((page) => `/orgs/${owner.orgId}/${page}`),
    ]) {
      await openSettled(page, demo.listening + path);
      await page.evaluate((style) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        document.adoptedStyleSheets.push(sheet);
      }, WITHOUT_TEXTS);
      assert.deepEqual(await unseen(page, known), [], path);
    }
    assert.ok(known.size >= 5, [...known].join());
    await context.close();
  });
}
