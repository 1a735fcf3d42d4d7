// Measures how far a page jumps while it loads (https://web.dev/articles/cls). It is the sum of the browser's own
// entries.

/**
 * Adds up the layout shifts, from before the page's first paint. The widget's configuration arrives only after that
 * paint, as over a real network; otherwise no shift could be seen.
 * @param {import("playwright-core").Page} page
 */
export async function watchShifts(page) {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    const add = (/** @type {PerformanceEntryList} */ entries) => {
      for (const entry of entries) seen.shift += /** @type {PerformanceEntry & { value: number }} */ (entry).value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(globalThis, { readShift: () => (add(observer.takeRecords()), seen.shift) });
  });
  await page.route(/\/config\?language=/, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
}

/**
 * How far the page has jumped so far, two frames after the widget was drawn.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<number>}
 */
export async function readShift(page) {
  await page.locator("askline-widget section").waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate("readShift()");
}
