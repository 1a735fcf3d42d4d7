// How long the dashboard's controls take from a click to the next frame. The browser reports it. For figures, never for
// a test.

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */
/**
 * A control, found by `at` or used with `key`. `back` restores the page, so that each control finds it unchanged.
 * @typedef {{ name: string, at?: (page: Page) => Locator, key?: string, back?: (page: Page) => Promise<unknown> }} Control
 */

/** The shortest duration that browsers report (https://w3c.github.io/event-timing/). */
const MIN_REPORTED_MS = 16;
const PRESSES = 5;
/** The wait before and after each click, so that other work of the page is not measured as part of it. */
const REST_MS = 500;

const escape = (/** @type {Page} */ page) => page.keyboard.press("Escape");
const back = (/** @type {Page} */ page) => page.goBack();
/** @param {Page} page @param {string} name */
const panel = (page, name) => page.getByRole("region", { name, exact: true });
/**
 * A switch, clicked with `force`, because the visible box covers the input. @param {(page: Page) => Locator} at
 * @returns {Partial<Control>}
 */
const again = (at) => ({ at, back: (page) => at(page).click({ force: true }) });

/** By the page that they are on. @type {Record<string, Control[]>} */
export const CONTROLS = {
  overview: [
    {
      name: "period",
      at: (page) => page.getByRole("group", { name: "Period" }).getByRole("link", { name: "7 days" }),
      back,
    },
    { name: "key of a period", key: "q", back },
    { name: "comparison", key: "c", back },
    {
      name: "figure",
      at: (page) => page.locator("#content").getByRole("link", { name: "Questions", exact: true }),
      back,
    },
    {
      name: "chart as table",
      at: (page) => page.getByRole("button", { name: "Table", exact: true }),
      back: (page) => page.getByRole("button", { name: "Chart", exact: true }).click(),
    },
    { name: "row that filters", at: (page) => panel(page, "Assistants").getByRole("link", { name: "ChatGPT" }), back },
    {
      name: "whole table of a panel",
      at: (page) => panel(page, "Pages").getByRole("link", { name: /^All \d+ pages/ }),
      back,
    },
    { name: "dates", at: (page) => page.getByRole("button", { name: /–|Choose dates/ }).first(), back: escape },
    { name: "what the page is for", at: (page) => page.getByRole("button", { name: "About: Overview" }), back: escape },
    {
      name: "switcher of sites",
      at: (page) => page.getByRole("navigation", { name: "Main" }).getByRole("button").first(),
      back: escape,
    },
    { name: "search", key: "Control+k", back: escape },
    { name: "list of keys", key: "?", back: escape },
    {
      name: "another page",
      at: (page) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Pages" }),
      back,
    },
  ],
  pages: [
    {
      name: "sorting",
      at: (page) => page.getByRole("table").getByRole("columnheader").nth(2).locator("a, button").first(),
      back,
    },
    {
      name: "by folder",
      at: (page) =>
        page
          .getByRole("link", { name: "Folder" })
          .or(page.getByRole("radio", { name: "Folder" }))
          .first(),
      back,
    },
    { name: "a page beside the list", at: (page) => page.getByRole("table").getByRole("link").first(), back },
  ],
  citations: [
    {
      name: "measure",
      at: (page) => page.getByRole("group", { name: "Metric" }).getByRole("link", { name: "Mentioned" }),
      back,
    },
    { name: "question", at: (page) => page.locator("#content table[role=table] tbody a").first(), back },
    {
      name: "form of a question",
      at: (page) => page.getByRole("button", { name: "Track a question" }).first(),
      back: escape,
    },
  ],
  widget: [
    { name: "switch of an assistant", ...again((page) => page.getByRole("switch", { name: "Claude", exact: true })) },
    {
      name: "order of assistants",
      at: (page) => page.getByRole("button", { name: "Move Claude up" }),
      back: (page) => page.getByRole("button", { name: "Move Claude down" }).click(),
    },
    {
      name: "width of the preview",
      at: (page) => page.getByText("390 px", { exact: true }),
      back: (page) => page.getByText("800 px", { exact: true }).click(),
    },
    { name: "versions", at: (page) => page.getByRole("button", { name: "Versions" }), back: escape },
  ],
  prompts: [{ name: "prompt", at: (page) => page.getByRole("table").getByRole("link").first(), back }],
  rules: [
    { name: "form of a rule", at: (page) => page.getByRole("button", { name: "New rule" }).first(), back: escape },
  ],
};

/** Runs in the page: records the durations of clicks and key presses. */
const watchPresses = () => {
  const presses = /** @type {number[]} */ ([]);
  Object.assign(globalThis, { presses });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (/^(pointerdown|pointerup|click|keydown|keyup)$/.test(entry.name)) presses.push(entry.duration);
  }).observe(/** @type {any} */ ({ type: "event", durationThreshold: 16, buffered: true }));
};

/**
 * The milliseconds of each click on each control of a page, with a processor that is `slower` times slower.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {string} address
 * @param {readonly Control[]} controls
 * @param {number} slower
 * @returns {Promise<{ name: string, times: number[] }[]>}
 */
export async function timesOfControls(browser, options, address, controls, slower) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US", ...options });
  const page = await context.newPage();
  await page.addInitScript(watchPresses);
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(address, { waitUntil: "networkidle" });
  /** @type {{ name: string, times: number[] }[]} */
  const found = [];
  for (const { name, at, key, back: takeBack } of controls) {
    /** @type {number[]} */
    const times = [];
    for (let press = 0; press < PRESSES; press += 1) {
      if (at !== undefined) await at(page).scrollIntoViewIfNeeded();
      await page.waitForTimeout(REST_MS);
      await page.evaluate("presses.length = 0");
      await (at === undefined ? page.keyboard.press(key ?? "") : at(page).click({ force: true }));
      await page.waitForTimeout(REST_MS);
      times.push(Math.max(MIN_REPORTED_MS, .../** @type {number[]} */ (await page.evaluate("presses"))));
      await takeBack?.(page);
    }
    found.push({ name, times });
  }
  await context.close();
  return found;
}
