// From a reader's click to an owner's figure: real browser, real binary, real disk.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { api, becomes, startNewDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";

/** @type {Awaited<ReturnType<typeof startNewDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [demo, browser] = await Promise.all([startNewDemo(), openBrowser()]);
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

const clicks = async () => (await api(demo, `/analytics/${demo.siteId}/ai?days=30`)).totals.aiClicks;

describe("the widget on the demo page", () => {
  test("a click on ChatGPT opens it with a prompt about the page, and a key reads the click", async () => {
    const before = await clicks();
    const { context, page, problems } = await newReader(browser);
    await page.goto(demo.demoPage);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Ask ChatGPT" }).click(),
    ]);
    await opened.waitForLoadState();
    const address = new URL(opened.url());
    assert.equal(address.host, "chatgpt.com");
    const prompt = address.searchParams.get("q") ?? address.searchParams.get("prompt") ?? "";
    assert.ok(prompt.includes(demo.demoPage), `the prompt does not name the page: ${prompt}`);
    await becomes(clicks, before + 1);
    const { byPlatform, series } = await api(demo, `/analytics/${demo.siteId}/ai?days=1&platform=chatgpt`);
    assert.equal(byPlatform.length, 1);
    assert.equal(series.length, 1);
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("a visit that an assistant sent is counted under the assistant's name", async () => {
    const perplexity = async () => {
      const { byReferrer } = await api(demo, `/analytics/${demo.siteId}/referrers?days=1`);
      return byReferrer.find((/** @type {{ referrer: string }} */ row) => row.referrer === "perplexity")?.value ?? 0;
    };
    const before = await perplexity();
    const { context, page } = await newReader(browser);
    await page.goto(`${demo.demoPage}?utm_source=perplexity.ai`);
    await becomes(perplexity, before + 1);
    await context.close();
  });

  test("a reader who asks not to be tracked can use every button and is counted nowhere", async () => {
    const before = await clicks();
    const { context, page } = await newReader(browser, { extraHTTPHeaders: { "sec-gpc": "1" } });
    await context.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { get: () => true }));
    /** @type {string[]} */
    const sent = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/events")) sent.push(request.url());
    });
    await page.goto(demo.demoPage);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: /Claude/ }).click(),
    ]);
    assert.equal(new URL(opened.url()).host, "claude.ai");
    // Leaving a page sends what it has kept.
    await page.goto("about:blank");
    await context.close();
    // Events are counted in the order in which they arrive: after this press, the other one would be counted, too.
    const counted = await newReader(browser);
    await counted.page.goto(demo.demoPage);
    await Promise.all([
      counted.context.waitForEvent("page"),
      counted.page.getByRole("link", { name: /Claude/ }).click(),
    ]);
    await becomes(clicks, before + 1);
    await counted.context.close();
    assert.deepEqual(sent, []);
  });

  test("what the owner changes is what the next reader meets", async () => {
    const { config } = await api(demo, `/sites/${demo.siteId}`);
    const title = "Questions about rivers?";
    await api(demo, `/sites/${demo.siteId}/config`, {
      method: "PUT",
      body: { ...config, labels: { ...config.labels, en: { ...config.labels.en, title } } },
    });
    const { context, page } = await newReader(browser);
    await page.goto(demo.demoPage);
    await page.getByText(title).waitFor();
    await context.close();
  });

  test("the buttons can be reached and used with the keyboard alone, and each has a name", async () => {
    const { context, page } = await newReader(browser);
    await page.goto(demo.demoPage);
    const link = page.getByRole("link", { name: "Ask ChatGPT" });
    await link.waitFor();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press("Tab");
      if (await link.evaluate((node) => node === /** @type {ShadowRoot} */ (node.getRootNode()).activeElement)) break;
    }
    const [opened] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
    assert.equal(new URL(opened.url()).host, "chatgpt.com");
    const nameless = await page.evaluate(() => {
      const roots = [...document.querySelectorAll("*")].map((node) => node.shadowRoot).filter((root) => root !== null);
      return roots
        .flatMap((root) => [...root.querySelectorAll("a, button")])
        .filter((node) => !node.textContent?.trim() && !node.getAttribute("aria-label")).length;
    });
    assert.equal(nameless, 0);
    await context.close();
  });

  test("on a narrow screen it is not wider than the page", async () => {
    const { context, page } = await newReader(browser, { viewport: { width: 320, height: 640 } });
    await page.goto(demo.demoPage);
    await page.getByRole("link", { name: "Ask ChatGPT" }).waitFor();
    const { scroll, width } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: innerWidth,
    }));
    assert.ok(scroll <= width, `${scroll} > ${width}`);
    await context.close();
  });
});

describe("the documents that the binary serves", () => {
  test("the reference shows every operation of the OpenAPI document", async () => {
    const { paths } = await (await fetch(`${demo.listening}/api/v1/openapi.json`)).json();
    const operations = Object.values(paths).flatMap((path) => Object.keys(path)).length;
    const { context, page, problems } = await newReader(browser);
    await page.goto(`${demo.listening}/docs`);
    await page.getByRole("heading", { name: "API reference" }).waitFor();
    await page.getByText("/api/v1/analytics/{siteId}/ai").first().waitFor();
    const text = (await page.locator("main").textContent()) ?? "";
    const missing = Object.keys(paths).filter((path) => !text.includes(path));
    assert.deepEqual(missing, []);
    assert.ok(operations > 40, `${operations} operations`);
    assert.ok(!text.includes("[object "), "something is shown as an object");
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("the first page leads to the reference and names what is there", async () => {
    const { context, page, problems } = await newReader(browser);
    await page.goto(demo.listening);
    await page
      .getByRole("link", { name: /reference/i })
      .first()
      .click();
    await page.waitForURL(/\/docs/);
    // The browser logs the 401 from which the dashboard learns that nobody is signed in.
    assert.deepEqual(
      problems.filter((problem) => !problem.includes("status of 401")),
      [],
    );
    await context.close();
  });
});
