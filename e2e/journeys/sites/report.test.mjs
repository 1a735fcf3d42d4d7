// The report of a site has the overview's figures and prints on one sheet.

import assert from "node:assert/strict";
import { after } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

test("a report is found from the overview, has its figures, leads to earlier weeks and months, and prints on one sheet", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/overview`, owner);
  const answer = page.waitForResponse((response) => response.url().includes(`/api/v1/reports/${demo.siteId}`));
  await page.getByRole("link", { name: "Report", exact: true }).click();
  const { data } = await (await answer).json();
  const sheet = page.getByRole("article", { name: "Report" });
  const asks = sheet.locator("[data-figure=asks] strong");
  const shown = async () => Number(((await asks.textContent()) ?? "").replace(/\D/g, ""));
  assert.equal(await shown(), data.figures[0].value);
  assert.deepEqual(await violations(page), []);

  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
  const box = await sheet.boundingBox();
  const last = await sheet.getByRole("contentinfo").or(sheet.locator("footer")).first().boundingBox();
  assert.ok(box !== null && last !== null && last.y + last.height <= box.y + box.height + 1, "nothing is cut off");
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("link", { name: "Earlier" }).click();
  await becomes(async () => page.url().includes(`period=${data.earlierPeriod}`), true);
  await page.getByRole("link", { name: "Later" }).click();
  await becomes(async () => page.url().includes(`period=${data.period}`), true);
  await becomes(shown, data.figures[0].value);
  await page.getByRole("radio", { name: "Month" }).click();
  await becomes(async () => page.url().includes("period=month"), true);
  await page.getByRole("radio", { name: "Client" }).click();
  await becomes(() => sheet.getByRole("heading", { name: "Needs attention" }).count(), 0);
  await becomes(() => sheet.getByRole("heading", { name: "One thing to do" }).count(), 0);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
