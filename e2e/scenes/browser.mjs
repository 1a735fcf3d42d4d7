// The system's Chromium. Every request to another machine gets an empty page.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { chromium } from "playwright-core";

import { watchRequests } from "./settled.mjs";

// The first one has no windows and takes about half of the processor time.
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
/** No emulated graphics card, and no requests to hosts that a test cannot reach. */
const QUIET = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
/**
 * Readers' browsers. With Chromium's own name and flag, the service would count their events as an automated browser's and
 * not as readers'.
 */
export const LIKE_A_READER = [
  "--disable-blink-features=AutomationControlled",
  "--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
];
/** Only a failing test waits this long for an element or a page, on a busy machine as well. */
const MAX_WAIT_MS = 60_000;
/**
 * A file that replaces the script that the binary serves, together with the files next to it, so that a change can be
 * tested without building the binary: WIDGET_FILE=../widget/dist/widget.js npm test
 */
const { WIDGET_FILE } = process.env;
/** A folder with a built dashboard that replaces the one in the binary: DASHBOARD_FOLDER=../dashboard/dist npm test */
const { DASHBOARD_FOLDER } = process.env;
/** Addresses of the pages before sign-in, as in dashboard/src/sign_in/addresses.ts. */
const SIGN_IN = /^\/(login|signup|setup|enter|join|forgot|reset|prove|undo)\/?$/;

/**
 * Starts the browser.
 * @param {string[]} [flags]
 */
export async function openBrowser(flags = []) {
  const executablePath = PLACES.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error(`No Chromium in ${PLACES.join(", ")}`);
  // Chromium cannot use its sandbox as root, which is common in CI.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args: [...sandbox, ...QUIET, ...LIKE_A_READER, ...flags] });
}

/**
 * A reader: a fresh profile, and the errors in it.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function newReader(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: "en-US", ...options });
  await context.route(
    (url) => !["127.0.0.1", "localhost"].includes(url.hostname),
    (route) => route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
  );
  context.setDefaultTimeout(MAX_WAIT_MS);
  watchRequests(context);
  if (WIDGET_FILE) {
    const headers = { "access-control-allow-origin": "*", "content-type": "text/javascript" };
    const beside = join(dirname(WIDGET_FILE), "widget");
    await context.route("**/widget.js", (route) => route.fulfill({ headers, path: WIDGET_FILE }));
    await context.route(/\/widget\/(rest|extras|menu|place|touch|page_copy)-\w+\.js/, (route) =>
      route.fulfill({ headers, path: join(beside, basename(new URL(route.request().url()).pathname)) }),
    );
  }
  if (DASHBOARD_FOLDER) await serveBuilt(context, DASHBOARD_FOLDER);
  /** @type {string[]} */
  const problems = [];
  context.on("weberror", (error) => problems.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return { context, page: await context.newPage(), problems };
}

/** @param {import("playwright-core").BrowserContext} context @param {string} folder */
async function serveBuilt(context, folder) {
  await context.route("**/assets/*", (route) =>
    route.fulfill({ path: join(folder, "assets", basename(new URL(route.request().url()).pathname)) }),
  );
  // The server decides which pages can embed a shared link, so only the body is replaced.
  await context.route(/\/\/[^/]+\/(shared|embed\/[^/]+)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: await readFile(join(folder, "shared.html")) });
  });
  await context.route(
    /\/\/[^/]+\/(account|orgs|sites|login|signup|setup|enter|join|forgot|reset|prove|undo)?(\/|\?|$)/,
    async (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().resourceType() !== "document") return route.fallback();
      return route.fulfill({ path: join(folder, SIGN_IN.test(pathname) ? "sign_in.html" : "index.html") });
    },
  );
}
