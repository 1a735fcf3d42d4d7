// The cost of a page for a reader, with and without the widget. Also how long a click takes. For figures, never for a
// test.

import { newReader } from "../scenes/browser.mjs";

/** How long each page is watched, because late work belongs to its cost as well. */
const WATCHED_MS = 3_000;
/** A longer task delays a reader by the time beyond this (https://web.dev/articles/tbt). */
const LONG_MS = 50;
/** The shortest duration that browsers report (https://w3c.github.io/event-timing/). */
const MIN_TOLD_MS = 16;

/** Runs in the page: records what the browser reports. */
const watch = () => {
  const seen = { lcp: 0, shift: 0, tasks: /** @type {number[]} */ ([]), presses: /** @type {number[]} */ ([]) };
  Object.assign(globalThis, { seen });
  const observe = (/** @type {string} */ type, /** @type {(entry: any) => void} */ take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  observe("largest-contentful-paint", ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe("layout-shift", ({ value }) => {
    seen.shift += value;
  });
  observe("longtask", ({ duration }) => {
    seen.tasks.push(duration);
  });
  observe(
    "event",
    ({ name, duration }) => {
      if (name === "click") seen.presses.push(duration);
    },
    { durationThreshold: 16 },
  );
};

/**
 * @param {import("playwright-core").Browser} browser
 * @param {number} slower how many times slower the processor is
 */
async function openSlowly(browser, slower) {
  const reader = await newReader(browser);
  const session = await reader.context.newCDPSession(reader.page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await reader.page.addInitScript(watch);
  return reader;
}

/**
 * Largest paint and blocking time in milliseconds, and layout shift, of one load.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {number} slower
 */
export async function costOf(browser, address, slower) {
  const { context, page } = await openSlowly(browser, slower);
  await page.goto(address);
  await page.waitForTimeout(WATCHED_MS);
  const { lcp, shift, tasks } = /** @type {{ lcp: number, shift: number, tasks: number[] }} */ (
    await page.evaluate("seen")
  );
  await context.close();
  return { lcp, tbt: tasks.reduce((sum, task) => sum + Math.max(0, task - LONG_MS), 0), cls: shift };
}

/**
 * Milliseconds from each click to the frame that shows it, as the browser reports them: shorter ones count as the
 * shortest that it reports.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {number} slower
 * @param {readonly string[]} controls selectors within the widget, clicked in turn
 */
export async function pressesOf(browser, address, slower, controls) {
  const { context, page } = await openSlowly(browser, slower);
  await page.goto(address, { waitUntil: "networkidle" });
  /** @type {number[]} */
  const times = [];
  for (const control of controls) {
    const before = Number(await page.evaluate("seen.presses.length"));
    await page.locator(`askline-widget ${control}`).first().click();
    await page.waitForTimeout(WATCHED_MS / 6);
    const presses = /** @type {number[]} */ (await page.evaluate("seen.presses"));
    times.push(Math.max(MIN_TOLD_MS, ...presses.slice(before)));
  }
  await context.close();
  return times;
}
