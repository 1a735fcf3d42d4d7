// The guide in the binary: search, keyboard, and two widths, one light and one dark.

import assert from "node:assert/strict";
import { after } from "node:test";

import { journeysOf } from "../../scenes/cells.mjs";
import { violations } from "../../scenes/checks/axe.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test, cell } = journeysOf(import.meta.url);

/** What a newcomer types, and which page has the answer. */
const QUESTIONS = [
  ["how do I back up", "/docs/guide/operating#backup-and-restore"],
  ["widget does not appear", "/docs/guide/troubleshooting#the-widget-does-not-appear-on-my-page"],
  ["wordpress", "/docs/guide/widget-install#wordpress"],
  ["consent banner", "/docs/guide/faq#do-i-need-a-consent-banner"],
  ["forgot password", "/docs/guide/troubleshooting#i-cannot-sign-in"],
  ["429", "/docs/guide/troubleshooting#the-api-refuses-a-request"],
  ["cookies", "/docs/guide/faq#does-the-widget-set-cookies-or-track-readers"],
  ["webhook signature", "/docs/guide/cookbook#check-the-signature-of-a-webhook"],
  ["systemd", "/docs/guide/install#run-it-with-systemd"],
  ["content security policy", "/docs/guide/widget-install#under-a-content-security-policy"],
];

const { browser, demo, end } = await openDemo();
after(end);

test("ten questions of a newcomer are answered among the first three that the search finds, without a request", async () => {
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}/docs/guide`);
  await page.getByRole("heading", { level: 1, name: "Quick start" }).waitFor();
  await page.keyboard.press("/");
  const field = page.getByRole("searchbox", { name: "Search the guide" });
  await field.fill("a");
  await page
    .locator("#count")
    .filter({ hasText: /found|Nothing/ })
    .waitFor();
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const [words, answer] of QUESTIONS) {
    await field.fill(words);
    const addresses = await page
      .locator("#found a")
      .evaluateAll((links) => links.slice(0, 3).map((link) => link.getAttribute("href")));
    assert.ok(addresses.includes(answer), `${words}: ${addresses.join(", ")}`);
  }
  assert.deepEqual(asked, []);
  assert.deepEqual(problems, []);
  await context.close();
});

test("what was found is opened by keyboard alone, and nothing found is said", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${demo.listening}/docs/guide/faq`);
  await page.keyboard.press("/");
  await page.keyboard.type("systemd");
  await page.locator("#found a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/guide/install#run-it-with-systemd");
  await page.keyboard.press("/");
  await page.keyboard.type("zzzzqq");
  await page.getByText("Nothing found. Try other words.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Glossary" }).click();
  await page.getByRole("heading", { level: 1, name: "Glossary" }).waitFor();
  await context.close();
});

for (const [width, colorScheme] of /** @type {const} */ ([
  [390, "light"],
  [1280, "dark"],
])) {
  cell(`every page is within the window of ${width} px, and axe finds nothing in ${colorScheme}`, async () => {
    const { context, page, problems } = await newReader(browser, { viewport: { width, height: 800 }, colorScheme });
    await page.goto(`${demo.listening}/docs/guide/quick-start`);
    const links = await page
      .locator("#pages a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    assert.ok(links.length >= 20, `${links.length} pages`);
    for (const link of links) {
      await page.goto(demo.listening + link);
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${link} at ${width}`);
      assert.deepEqual(await violations(page), [], `${link} in ${colorScheme}`);
    }
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test("each page is there as Markdown, too, and an unknown one is not found", async () => {
  const read = async (/** @type {string} */ path) => fetch(`${demo.listening}/docs/guide/${path}`);
  const markdown = await read("api.md");
  assert.equal(markdown.headers.get("content-type"), "text/markdown; charset=utf-8");
  assert.ok((await markdown.text()).startsWith("# The API\n"));
  assert.equal((await read("nothing")).status, 404);
  assert.equal((await read("pictures/nothing.png")).status, 404);
});
