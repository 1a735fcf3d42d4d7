// What the widget costs a reader on a slow machine: figures to look at, never a test. Run by `make widget-figures`.
//
// Every figure of a page is the best and the median of several loads in fresh profiles, on a processor that the browser
// slows down. The best one says what the widget costs; the median also says what else the machine was doing.

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { ROOT } from "./askline.mjs";
import { newReader, openBrowser } from "./browser.mjs";
import { startCustomer } from "./customer.mjs";
import { readShift, watchShifts } from "./layout_shift.mjs";
import { FLOATING, RESERVED, UNRESERVED } from "./placed_shapes.mjs";

const SLOWER = 4;
const LOADS = 9;
const RULES = 1_000;
const DECISIONS = 200;

/** @param {number[]} values */
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
/** @param {number} value */
const shown = (value) => value.toFixed(value < 10 ? 2 : 1).padStart(8);

/** Rules as a large site has them: half of them by path, some by language, the last for every page. */
const rules = Array.from({ length: RULES }, (_, place) => ({
  match: {
    paths: place === RULES - 1 ? [] : [`/section-${place}/**/page-*`, `/*/old-${place}`],
    excludePaths: place % 3 ? [] : ["/**/private"],
    hosts: [],
    languages: place % 5 ? [] : ["de"],
  },
  action: { type: "append", text: "Briefly." },
}));

/** In the page: when the payload was there, when the buttons had been painted, and which tasks were long. */
const watchPaint = () => {
  const found = { painted: 0, long: /** @type {number[]} */ ([]) };
  Object.assign(globalThis, { found });
  new PerformanceObserver((list) => found.long.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask", buffered: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector("askline-widget")?.shadowRoot?.querySelector("a, summary")) return;
    observer.disconnect();
    // The first task after the next frame comes when that frame has been handed over.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { found.painted = performance.now(); };
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
};

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {(payload: any) => void} [change] of what the service answers
 */
async function load(browser, address, change) {
  const { context, page } = await newReader(browser);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watchPaint);
  if (change) {
    await page.route("**/config", async (route) => {
      const answer = await route.fetch();
      const envelope = await answer.json();
      change(envelope.data);
      await route.fulfill({ response: answer, json: envelope });
    });
  }
  await page.goto(address);
  await page.waitForFunction("found.painted > 0");
  const paint = await page.evaluate(() => {
    const config = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("/config"));
    const { found } = /** @type {typeof globalThis & { found: { painted: number, long: number[] } }} */ (globalThis);
    const arrived = /** @type {PerformanceResourceTiming | undefined} */ (config)?.responseEnd ?? NaN;
    return { paintMs: found.painted - arrived, long: found.long };
  });
  await context.close();
  return paint;
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 */
async function shiftOf(browser, address) {
  const { context, page } = await newReader(browser);
  await watchShifts(page);
  await page.goto(address);
  const shift = await readShift(page);
  await context.close();
  return shift;
}

const browser = await openBrowser();
const customer = await startCustomer([FLOATING, RESERVED, UNRESERVED]);
try {
  console.log(`The processor is ${SLOWER} times slower than this machine; ${LOADS} loads of each page.\n`);
  console.log("payload → painted, ms     longest task, ms     long tasks   layout shift");
  console.log("    best   median             best   median           best");
  /** @type {[string, import("./page_shapes.mjs").Shape, ((payload: any) => void)?][]} */
  const pages = [
    [FLOATING.name, FLOATING],
    [RESERVED.name, RESERVED],
    [UNRESERVED.name, UNRESERVED],
    [`${RESERVED.name}, ${RULES} rules`, RESERVED, (payload) => { payload.rules = rules; }],
  ];
  for (const [name, shape, change] of pages) {
    const loads = [];
    for (let round = 0; round < LOADS; round += 1) loads.push(await load(browser, customer.pages.origin + shape.path, change));
    const painted = loads.map(({ paintMs }) => paintMs);
    const longest = loads.map(({ long }) => Math.max(0, ...long));
    const fewest = Math.min(...loads.map(({ long }) => long.length));
    const shift = await shiftOf(browser, customer.pages.origin + shape.path);
    const columns = [
      shown(Math.min(...painted)), " ", shown(median(painted)), " ".repeat(9),
      shown(Math.min(...longest)), " ", shown(median(longest)), String(fewest).padStart(15), " ".repeat(8), shift.toFixed(4),
    ];
    console.log(`${columns.join("")}   ${name}`);
  }

  const { context, page } = await newReader(browser);
  const esbuild = join(ROOT, "widget/node_modules/.bin/esbuild");
  const bundle = execFileSync(esbuild, ["src/rules.ts", "--bundle", "--format=iife", "--global-name=decided", "--target=es2019"], {
    cwd: join(ROOT, "widget"), encoding: "utf8",
  });
  await page.goto("about:blank");
  await page.addScriptTag({ content: bundle });
  console.log(`\n${RULES} rules decided for one page, ms: median and slowest of ${DECISIONS}, each of another address`);
  for (const rate of [1, SLOWER]) {
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
    const times = await page.evaluate(([given, decisions]) => {
      const { judge } = /** @type {any} */ (globalThis).decided;
      return Array.from({ length: decisions }, (_, place) => {
        const path = `/section-${place}/a/b/c/page-${place}`;
        const start = performance.now();
        judge(given, { path, host: "example.com", language: "en", now: Date.now() })("append");
        return performance.now() - start;
      });
    }, /** @type {const} */ ([rules, DECISIONS]));
    console.log(`${shown(median(times))} ${shown(Math.max(...times))}   ${rate === 1 ? "this machine" : `${rate} times slower`}`);
  }
  await context.close();
} finally {
  await browser.close();
  await customer.end();
}
