// The demo as a new user opens it: with the address that it prints first.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { unexpected } from "../../scenes/dashboard.mjs";
import { openNewDemo } from "../../scenes/opened_demo.mjs";

const { browser, demo, end } = await openNewDemo();
after(end);

test("the demo's first address leads to its sites with one click, once, and leaves its token in no history", async () => {
  const { context, page, problems } = await newReader(browser);
  await page.goto(demo.enter);
  await page.getByRole("button", { name: "Sign in" }).click();
  for (const name of ["River Notes", "Alder & Fern", "Larch Docs"]) {
    await page.locator("#content").getByText(name, { exact: true }).first().waitFor();
  }
  assert.equal(await page.evaluate(() => location.hash), "");
  await context.close();

  const second = await newReader(browser);
  await second.page.goto(demo.enter);
  await second.page.getByRole("button", { name: "Sign in" }).click();
  await second.page.getByText("was used already, has expired, or isn’t complete").waitFor();
  await second.context.close();
  assert.deepEqual(unexpected([...problems, ...second.problems]), []);
});
