// How fast the dashboard is for its user: figures to look at, never a test. Run by `make dashboard-figures`.
//
// Medians of several loads, each in a fresh profile, of the demo's data. Times are read in the page, in the frame that
// shows the awaited content. They include other load of the machine, so the best of the loads is printed next to them.
// With names it measures only those: node figures/dashboard_figures.mjs usable network press controls scroll server

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { logIn, makeSite, serveAgain, startDemo } from "../scenes/askline.mjs";
import { newReader, openBrowser } from "../scenes/browser.mjs";
import { ownerOf, signIn } from "../scenes/dashboard.mjs";
import { importPages, isDrawn, scrollThrough } from "../scenes/checks/dashboard_loads.mjs";
import { CONTROLS, timesOfControls } from "./controls.mjs";
import { FAST_3G, slowLoad } from "./slow_loads.mjs";
import { tasksDuring } from "./thread_tasks.mjs";

const SLOWER = 4;
const LOADS = 9;
const PRESSES = 20;
const PAGES = 10_000;
const EVENTS = 10_000_000;
const QUESTIONS = 25;
const SETTINGS = { ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_LIMITS__SESSION_PER_MINUTE: "0" };

/** @typedef {import("playwright-core").Page} Page */

/** @param {number[]} values */
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
/** @param {number} value */
const shown = (value) => value.toFixed(value < 10 ? 1 : 0).padStart(8);

const browser = await openBrowser();
const demo = await startDemo(SETTINGS);
let instance = demo;
const first = await newReader(browser);
await signIn(first.page, `${demo.listening}/account`, ownerOf(demo, "enterprise"));
const storageState = await first.context.storageState();
await first.context.close();

/** The overview's figures and chart. */
const OVERVIEW = ["svg a path", "#content ol strong"];
/**
 * Pages that are loaded at a quarter of the speed and on a slow network: what is awaited, and the time that it may
 * take.
 */
const SLOW_PAGES = [
  { name: "overview", path: "overview", wanted: OVERVIEW, aim: 2500 },
  { name: "citations", path: "citations", wanted: ["#content table[role=table] tbody tr", "#content h1"], aim: 3500 },
  { name: "widget", path: "widget", wanted: ["#content form input[type=checkbox]"], aim: 3500 },
];

/**
 * From the click on a period with cached figures to the end of the frame that shows them.
 * @param {Page} page
 * @param {string} name of the period
 */
async function pressToPaint(page, name) {
  const painted = page.evaluate(
    (wanted) =>
      new Promise((/** @type {(ms: number) => void} */ resolve) => {
        let pressedAt = NaN;
        addEventListener("click", ({ timeStamp }) => void (pressedAt = timeStamp), { capture: true, once: true });
        const isShown = () => {
          const link = [...document.querySelectorAll("[role=group] a")].find(
            ({ textContent }) => textContent === wanted,
          );
          return link?.hasAttribute("aria-current") === true && document.querySelector("[data-stale]") === null;
        };
        new MutationObserver((_, observer) => {
          if (!isShown()) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - pressedAt);
            port2.postMessage(null);
          });
        }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
      }),
    name,
  );
  await page.getByRole("group", { name: "Period" }).getByRole("link", { name, exact: true }).click();
  return painted;
}

async function cachedFilter() {
  const { context, page } = await newReader(browser, { storageState });
  await page.goto(`${demo.listening}/sites/${demo.siteId}/overview`);
  await isDrawn(page);
  for (const name of ["90 days", "7 days"]) await pressToPaint(page, name);
  /** @type {number[]} */
  const times = [];
  const press = async () => {
    for (let count = 0; count < PRESSES; count += 1)
      times.push(await pressToPaint(page, count % 2 ? "7 days" : "90 days"));
  };
  await press();
  const tasks = await tasksDuring(browser, page, press);
  await context.close();
  return {
    times: times.slice(0, PRESSES),
    longest: tasks[0] ?? NaN,
    each: tasks.reduce((sum, ms) => sum + ms, 0) / PRESSES,
  };
}

/**
 * The longest gap between frames while scrolling to the last page of the list, and the largest number of rows in the
 * document.
 */
async function scroll() {
  const owner = await logIn(demo);
  const origin = "https://pages.example";
  const siteId = await makeSite(demo, owner, { name: "Many pages", origin, config: {} });
  await importPages(demo, siteId, origin, PAGES);
  const { context, page } = await newReader(browser, { storageState });
  await page.goto(`${demo.listening}/sites/${siteId}/pages?sort=path`);
  await page.getByRole("link", { name: "/archive/page-00000" }).waitFor();
  // The first scroll fetches the rows; the second measures scrolling itself.
  const fetched = await framesOf(page, () => scrollThrough(page, PAGES));
  await page.evaluate("scrollTo(0, 0)");
  await page.getByRole("link", { name: "/archive/page-00000" }).waitFor();
  const again = await framesOf(page, () => scrollThrough(page, PAGES));
  await page.evaluate("scrollTo(0, 0)");
  await page.getByRole("link", { name: "/archive/page-00000" }).waitFor();
  const [longest = NaN] = await tasksDuring(browser, page, () => scrollThrough(page, PAGES));
  await context.close();
  return { fetched, again, longest };
}

/**
 * @template T
 * @param {Page} page
 * @param {() => Promise<T>} work
 */
async function framesOf(page, work) {
  await page.evaluate(() => {
    const frames = { last: performance.now(), gaps: /** @type {number[]} */ ([]), isOver: false };
    const next = () => {
      const now = performance.now();
      frames.gaps.push(now - frames.last);
      frames.last = now;
      if (!frames.isOver) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(globalThis, { frames });
  });
  const result = await work();
  const gaps = /** @type {number[]} */ (await page.evaluate("(frames.isOver = true, frames.gaps)"));
  return { result, longest: Math.max(...gaps), median: median(gaps), count: gaps.length };
}

/**
 * The size of a response on the wire, compressed as browsers request it, in bytes.
 * @param {string} address
 * @param {string} token
 */
async function bytesOf(address, token) {
  const asked = get(address, {
    headers: { authorization: `Bearer ${token}`, "accept-encoding": "gzip, deflate, br, zstd" },
  });
  const [answer] = /** @type {[import("node:http").IncomingMessage]} */ (await once(asked, "response"));
  if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.statusCode}`);
  let bytes = 0;
  for await (const part of answer) bytes += part.length;
  return bytes;
}

/**
 * Requests periods that were not requested before, so that no cached response is sent. Bytes and milliseconds, medians.
 */
async function serverCosts() {
  const { token } = await logIn(instance);
  /** @type {{ bytes: number, ms: number }[]} */
  const costs = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const day = (/** @type {number} */ back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    const address = `${instance.listening}/api/v1/analytics/${demo.siteId}/overview?from=${day(30 + question)}&to=${day(1 + question)}&compare=previous`;
    const begun = performance.now();
    const bytes = await bytesOf(address, token);
    costs.push({ bytes, ms: performance.now() - begun });
  }
  return {
    bytes: median(costs.map(({ bytes }) => bytes)),
    ms: median(costs.map(({ ms }) => ms)),
    shape: await shapeOf(token),
  };
}

/**
 * The number of characters of the usual response if each number had one digit: depends only on rows and names.
 * @param {string} token
 */
async function shapeOf(token) {
  const response = await fetch(
    `${instance.listening}/api/v1/analytics/${demo.siteId}/overview?days=30&compare=previous`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  return (await response.text()).replace(/\d+(\.\d+)?/g, "0").length;
}

async function showUsable() {
  const address = `${demo.listening}/sites/${demo.siteId}/overview`;
  /** @type {Awaited<ReturnType<typeof slowLoad>>[]} */
  const loads = [];
  for (let load = 0; load < LOADS; load += 1)
    loads.push(await slowLoad(browser, { storageState }, address, { slower: SLOWER, wanted: OVERVIEW }));
  const times = loads.map(({ usableAt }) => usableAt);
  console.log(
    `${shown(median(times))} ms  [${shown(Math.min(...times))}]  overview usable at ${SLOWER}×, of ${LOADS} loads; aim <= 1000`,
  );
  const works = loads.map(({ worked }) => worked);
  console.log(
    `${shown(median(works))} ms  [${shown(Math.min(...works))}]  of work on the page's thread until then, without its waits for a processor`,
  );
  console.log(
    `${shown(median(loads.map(({ bytes }) => bytes)) / 1024)} KiB               on the wire at its first load; aim <= 250`,
  );
}

async function showSlowNetwork() {
  for (const { name, path, aim, ...what } of SLOW_PAGES) {
    /** @type {Awaited<ReturnType<typeof slowLoad>>[]} */
    const loads = [];
    for (let load = 0; load < LOADS; load += 1)
      loads.push(
        await slowLoad(browser, { storageState }, `${demo.listening}/sites/${demo.siteId}/${path}`, {
          slower: SLOWER,
          network: FAST_3G,
          ...what,
        }),
      );
    const times = loads.map(({ usableAt }) => usableAt);
    const [works, bytes] = [median(loads.map(({ worked }) => worked)), median(loads.map((load) => load.bytes)) / 1024];
    console.log(
      `${shown(median(times))} ms  [${shown(Math.min(...times))}]  ${name} usable at ${SLOWER}× on fast 3G, of ${LOADS} loads; aim <= ${aim} (${works.toFixed(0)} ms of work, ${bytes.toFixed(0)} KiB)`,
    );
  }
}

async function showPress() {
  const { times: presses, longest, each } = await cachedFilter();
  console.log(
    `${shown(median(presses))} ms  [${shown(Math.min(...presses))}]  from press to paint of a cached filter, of ${PRESSES}; aim <= 50`,
  );
  console.log(
    `${shown(each)} ms               of work on the page's thread for each, in tasks of at most ${longest.toFixed(0)} ms, without its waits for a processor`,
  );
}

/** Shows the slowest controls of `CONTROLS`: from each click to the next frame, at full speed and slowed down. */
async function showControls() {
  for (const [slower, aim] of [
    [1, 50],
    [SLOWER, 150],
  ]) {
    /** @type {{ name: string, ms: number }[]} */
    const controls = [];
    for (const [path, listed] of Object.entries(CONTROLS)) {
      const times = await timesOfControls(
        browser,
        { storageState },
        `${demo.listening}/sites/${demo.siteId}/${path}`,
        listed,
        slower,
      );
      controls.push(...times.map(({ name, times: each }) => ({ name: `${path}, ${name}`, ms: median(each) })));
    }
    controls.sort((one, other) => other.ms - one.ms);
    const within = controls.filter(({ ms }) => ms <= aim).length;
    console.log(
      `${shown(controls[0]?.ms ?? NaN)} ms               from press to paint of the slowest of ${controls.length} controls at ${slower}×; ${within} within the aim of ${aim}; slowest: ${controls
        .slice(0, 6)
        .map(({ name, ms }) => `${name} ${ms.toFixed(0)}`)
        .join("; ")}`,
    );
  }
}

async function showScroll() {
  const { fetched, again, longest } = await scroll();
  console.log(
    `${shown(fetched.longest)} ms               longest frame on the first way through ${PAGES} rows (median ${fetched.median.toFixed(0)}, ${fetched.count} frames); aim <= 50`,
  );
  console.log(
    `${shown(again.longest)} ms               the same with the rows at hand (median ${again.median.toFixed(0)}, ${again.count} frames)`,
  );
  console.log(
    `${shown(longest)} ms               longest task of the page's thread on that way, without its waits for a processor`,
  );
  console.log(`${shown(Math.max(fetched.result, again.result))} rows             in the document at most`);
}

/** Enlarges the demo's site, so nothing else is measured after it. */
async function showServer() {
  const small = await serverCosts();
  await demo.stop();
  const enlarge = fileURLToPath(new URL("enlarge_site.py", import.meta.url));
  const events = execFileSync("python3", [enlarge, join(demo.folder, "data"), demo.siteId, String(EVENTS)], {
    encoding: "utf8",
  }).trim();
  instance = { ...demo, ...(await serveAgain(demo, SETTINGS)) };
  const large = await serverCosts();
  console.log(
    `${shown(large.bytes / 1024)} KiB               the overview's answer with ${Number(events).toLocaleString("en")} events; ${(large.bytes / small.bytes).toFixed(2)} of the demo's, aim 0.90 to 1.10`,
  );
  console.log(
    `${(large.shape / small.shape).toFixed(2).padStart(8)}                  of the demo's with each number counted as one digit: the rest is longer numbers`,
  );
  console.log(
    `${shown(large.ms)} ms               its time at the server; ${(large.ms / small.ms).toFixed(2)} of the demo's ${small.ms.toFixed(1)} ms, aim <= 1.5`,
  );
}

const FIGURES = {
  usable: showUsable,
  network: showSlowNetwork,
  press: showPress,
  controls: showControls,
  scroll: showScroll,
  server: showServer,
};

try {
  console.log(
    `Chromium on this machine; "${SLOWER}×" is a processor ${SLOWER} times slower. Medians, and the best in brackets.\n`,
  );
  const wanted = process.argv.slice(2);
  for (const [name, show] of Object.entries(FIGURES)) if (wanted.length === 0 || wanted.includes(name)) await show();
} finally {
  await browser.close();
  await instance.end();
}
