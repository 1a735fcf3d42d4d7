// The API reference at /docs. It needs no script; with scripts, its contents can be filtered.

import assert from "node:assert/strict";
import { after } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);
const { browser, demo, end } = await openDemo();
after(end);

test("without scripts, every operation is there with its parameters, schemas and examples, on a phone and a wide screen", async () => {
  const document = await (await fetch(`${demo.listening}/api/v1/openapi.json`)).json();
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  for (const width of [390, 1280]) {
    const viewport = { width, height: 900 };
    const { context, page, problems } = await newReader(browser, { javaScriptEnabled: false, viewport });
    await page.goto(`${demo.listening}/docs#show_ai_clicks`);
    assert.equal(await page.locator("section.operation").count(), operations.length);
    const section = page.locator("#show_ai_clicks");
    await section.getByRole("heading", { level: 3 }).waitFor();
    assert.ok(await section.getByText("interval", { exact: true }).first().isVisible());
    await section.getByText("Example", { exact: true }).first().click();
    assert.ok(await section.getByText('"totals"').first().isVisible());
    await section.getByRole("link", { name: "AiClicks", exact: true }).first().click();
    await page.waitForURL("**/docs#schema-AiClicks");
    const schema = await page.locator("#schema-AiClicks").boundingBox();
    assert.ok(schema !== null && schema.y >= 0 && schema.y < viewport.height, `${JSON.stringify(schema)} at ${width}`);
    assert.ok(!(await page.getByLabel("Find an operation").isVisible()), "what needs a script is not shown");
    const body = await page.locator("body").boundingBox();
    const main = await page.locator("main").boundingBox();
    assert.ok(body !== null && main !== null && main.x + main.width <= width && body.width <= width, `${width}`);
    assert.deepEqual(problems, []);
    await context.close();
  }
});

test("with scripts, the contents are filtered by method, path, scope and words", async () => {
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}/docs`);
  await page.getByLabel("Find an operation").fill("delete webhook");
  const shown = page.locator("#contents li").filter({ visible: true });
  assert.deepEqual(await shown.allInnerTexts(), ["DELETE Delete a webhook with its deliveries"]);
  await page.getByLabel("Find an operation").fill("");
  assert.ok((await shown.count()) > 100);
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
  assert.deepEqual(problems, []);
  await context.close();
});
