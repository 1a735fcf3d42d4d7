// What a reader and an owner see, as pictures in target/screenshots.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { ROOT } from "../scenes/askline.mjs";
import { newReader, openBrowser } from "../scenes/browser.mjs";
import { startCustomer } from "../scenes/pages/customer.mjs";
import { drawDashboardForDocs } from "./dashboard_docs_pictures.mjs";
import { drawDashboard } from "./dashboard_pictures.mjs";
import { drawEveryState } from "./dashboard_state_pictures.mjs";
import { drawMails } from "./mail_pictures.mjs";
import { SHAPES } from "../scenes/pages/page_shapes.mjs";
import { drawForDocs, drawWidget } from "./widget_pictures.mjs";

const folder = join(ROOT, "target/screenshots");
await mkdir(folder, { recursive: true });
const browser = await openBrowser();
const { demo, pages, end } = await startCustomer();

const PHONE = { viewport: { width: 375, height: 720 }, isMobile: true, hasTouch: true };
const DARK = /** @type {const} */ ({ colorScheme: "dark" });

/** What to draw: `open` opens the widget's panel, if it has one. */
/** @typedef {{ name: string, address: string, options?: import("playwright-core").BrowserContextOptions, open?: boolean }} Picture */

/** @param {string} name @param {string} path @param {Picture["options"]} [options] @returns {Picture} */
const own = (name, path, options) => ({ name, address: demo.listening + path, options });
/** @param {string} name @param {string} path @param {Omit<Picture, "name" | "address">} [more] @returns {Picture} */
const customers = (name, path, more) => ({ name, address: pages.origin + path, ...more });

const pictures = [
  own("demo", "/demo/"),
  own("demo-dark", "/demo/", DARK),
  own("demo-phone", "/demo/", PHONE),
  own("reference", "/docs"),
  own("reference-operation", "/docs#show_ai_clicks"),
  own("reference-phone", "/docs", PHONE),
  own("errors", "/docs/errors"),
  own("gallery", "/docs/widget"),
  own("gallery-dark", "/docs/widget", DARK),
  own("gallery-phone", "/docs/widget", PHONE),
  ...SHAPES.flatMap(({ path }) => {
    const name = `shape-${path.slice(1)}`;
    return [
      customers(name, path),
      customers(`${name}-open`, path, { open: true }),
      customers(`${name}-dark`, path, { open: true, options: DARK }),
      customers(`${name}-phone`, path, { options: PHONE }),
      customers(`${name}-phone-open`, path, { open: true, options: PHONE }),
    ];
  }),
];

/**
 * Scrolls to the widget, after opening it if `open` is true.
 * @param {import("playwright-core").Page} page
 * @param {boolean} open
 */
async function showWidget(page, open) {
  const widget = page.locator("askline-widget");
  await widget.locator("section").waitFor();
  if (open) {
    const opener = widget.locator(".opener");
    if (await opener.count()) await opener.click();
    await widget.locator(".prompt p").first().waitFor();
  }
  const control = widget.locator(open ? ".card" : "a, button").first();
  await control.evaluate((node) => node.scrollIntoView({ block: "center" }));
}

let drawn = 0;
try {
  drawn = await drawMails(browser, folder);
  drawn += await drawDashboard(browser, demo, folder);
  for (const { name, address, options, open = false } of pictures) {
    const { context, page } = await newReader(browser, { viewport: { width: 1000, height: 760 }, ...options });
    await page.goto(address, { waitUntil: "networkidle" });
    if (name.startsWith("shape-") || name.startsWith("demo")) await showWidget(page, open);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await context.close();
  }
} finally {
  await browser.close();
  await end();
}
drawn += await drawWidget(folder);
drawn += await drawEveryState();
// With an argument, also takes those of the manual again: node figures/screenshots.mjs --docs
if (process.argv.includes("--docs")) {
  await drawForDocs(join(ROOT, "docs/pictures"));
  await drawDashboardForDocs(join(ROOT, "docs/pictures"));
}
console.log(`${pictures.length + drawn} pictures in ${folder}`);
