// A site made with a real site system. Its pages have their own origin; its snippet is from docs/widget-install.md.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";

import { ROOT, api, becomes, logIn, makeSite, startDemo } from "../scenes/askline.mjs";
import { newReader, openBrowser } from "../scenes/browser.mjs";
import { openSettled } from "../scenes/settled.mjs";

const HERE = join(ROOT, "e2e/systems");
const GUIDE = readFileSync(join(ROOT, "docs/widget-install.md"), "utf8");
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** The path of an installed package's program. */
export const bin = (/** @type {string} */ name) => join(HERE, "node_modules/.bin", name);

/**
 * The first block of code below a heading of the guide, with the service's address and the site's id filled in.
 * @param {string} heading
 * @param {{ service: string, siteId: string }} place
 */
export function snippetOf(heading, { service, siteId }) {
  const section = GUIDE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  const code = /```[^\n]*\n([\s\S]*?)```/.exec(section ?? "")?.[1];
  assert.ok(code !== undefined, `docs/widget-install.md has no code below "${heading}"`);
  return code.replaceAll("https://ASKLINE", service).replaceAll("site_01j…", siteId);
}

/**
 * Runs a program to its end, and fails if its exit code is not 0.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
export function run(program, args, cwd) {
  // Prevents the systems from sending telemetry or checking for updates.
  const quiet = { ASTRO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1", CI: "1" };
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...quiet },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Starts a demo and a browser for all systems of a file. */
export async function startSystems() {
  const demo = await startDemo({ ASKLINE_LIMITS__INTAKE_PER_MINUTE: "0", ASKLINE_LIMITS__CONFIG_PER_MINUTE: "0" });
  const browser = await openBrowser();
  const owner = await logIn(demo);
  return {
    /**
     * Adds a site whose pages are at `origin`.
     * @param {string} name
     * @param {string} origin
     */
    async addSite(name, origin) {
      const siteId = await makeSite(demo, owner, { name, origin, config: {} });
      return { service: demo.listening, siteId };
    },
    /**
     * The first page is the same with and without the widget, apart from the widget. A reader opens it and follows its
     * link to the second. The widget is on both, and each view counts once.
     * @param {string} siteId
     * @param {string} url of the first page
     * @param {string} link its text
     */
    async readTwoPages(siteId, url, link) {
      const [bare, whole] = [await loadOf(browser, url, false), await loadOf(browser, url, true)];
      assert.deepEqual(
        whole,
        bare,
        "the console and the server-made elements are the same with and without the widget",
      );
      const { context, page, problems } = await newReader(browser);
      const views = async () => (await api(demo, `/analytics/${siteId}/pages?days=1`)).totals.views;
      const widget = page.locator("askline-widget");
      await page.goto(url);
      await widget.locator(".ai a").first().waitFor();
      await becomes(views, 2);
      await page.getByRole("link", { name: link, exact: true }).first().click();
      await page.getByRole("heading", { name: "The second page" }).waitFor();
      await widget.locator(".ai a").first().waitFor();
      await becomes(views, 3);
      assert.equal(await widget.count(), 1);
      assert.deepEqual(problems, []);
      await context.close();
    },
    /**
     * What a reader gets who copies the page.
     * @param {string} url
     */
    async copyOf(url) {
      const { context, page } = await newReader(browser);
      await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin });
      await page.goto(url);
      await page.locator("askline-widget [data-do=page]").click();
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await becomes(async () => (await copied()) !== "", true);
      const text = await copied();
      await context.close();
      return text;
    },
    async end() {
      await browser.close();
      await demo.end();
    },
  };
}

/**
 * What a page writes to its console, and how many of the elements that its server made are still in it, after it is
 * settled. Without the widget, its script is empty.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {boolean} hasWidget
 */
async function loadOf(browser, url, hasWidget) {
  const { context, page } = await newReader(browser);
  /** @type {string[]} */
  const lines = [];
  context.on("console", (message) => lines.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (error) => lines.push(`error: ${String(error.error())}`));
  if (!hasWidget)
    await context.route("**/widget.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.addInitScript(() => {
    document.addEventListener(
      "DOMContentLoaded",
      () => {
        Object.assign(window, { serverMade: [...document.body.querySelectorAll("main, main *")] });
      },
      { once: true },
    );
  });
  await openSettled(page, url);
  if (hasWidget) await page.locator("askline-widget .ai a").first().waitFor();
  const kept = await page.evaluate(
    () => Reflect.get(window, "serverMade").filter((/** @type {Element} */ node) => node.isConnected).length,
  );
  await context.close();
  return { lines, kept };
}

/**
 * Creates a folder with the files of a project, in which the installed packages can be imported.
 * @param {string} name
 * @param {Record<string, string>} files by their paths
 */
export async function projectOf(name, files) {
  const folder = join(HERE, "dist", name);
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Serves the files of a folder that is set later, because a site needs its origin before it is built. */
export async function startPages() {
  let folder = "";
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://pages").pathname);
    const file = extname(path) === "" ? join(path, "index.html") : path;
    const named = [file, `${path.replace(/\/$/, "")}.html`].map((name) => join(folder, name));
    const read = named.reduce((before, name) => before.catch(() => readFile(name)), readFile(named[0]));
    read.then(
      (body) =>
        response
          .writeHead(200, {
            "content-type": TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? "application/octet-stream",
          })
          .end(body),
      () => response.writeHead(404, { "content-type": "text/html" }).end("<title>Not found</title>"),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    serve: (/** @type {string} */ built) => {
      folder = built;
    },
    end: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
