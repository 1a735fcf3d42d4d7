// Every page of documents that the binary renders has whole sentences.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { browser, demo, end } = await openDemo();
after(end);

/**
 * The paragraphs of a page that begin in lower case or end without a punctuation mark, and how many paragraphs there are.
 * Names, values and code are no sentences: so some classes, lists and what has only code are left out.
 * @param {import("playwright-core").Page} page
 */
const readParagraphs = (page) =>
  page.evaluate(() => {
    const isSentence = (/** @type {Element} */ each) =>
      !each.matches(".line, .limits, .type, .facts, .source, .headers, .refusal, li *, nav *, pre *, [hidden] *") &&
      each.textContent?.trim() !== "" &&
      [...each.childNodes].some(({ nodeName, textContent }) => nodeName !== "CODE" && textContent?.trim());
    const paragraphs = [...document.querySelectorAll("main p")].filter(isSentence);
    const isTorn = (/** @type {Element} */ paragraph) => {
      const text = paragraph.textContent?.trim() ?? "";
      const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() && texts.currentNode.textContent?.trim() === "");
      const beginsWithCode = texts.currentNode.parentElement?.closest("code") !== null;
      return (!beginsWithCode && /^\p{Ll}/u.test(text)) || !/[.!?:…][)”"]?$/u.test(text);
    };
    const torn = paragraphs.filter(isTorn).map(({ textContent }) => textContent?.trim());
    return { count: paragraphs.length, torn: [...new Set(torn)] };
  });

test("the reference shows each operation, and no paragraph of it is torn", async () => {
  const { context, page, problems } = await newReader(browser);
  await page.goto(`${demo.listening}/docs`);
  await page.locator("#operations section").first().waitFor();
  const document = await (await fetch(`${demo.listening}/api/v1/openapi.json`)).json();
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const shown = await page.locator("#operations section").evaluateAll((sections) => sections.map(({ id }) => id));
  assert.deepEqual(shown.toSorted(), ids.toSorted());
  const { count, torn } = await readParagraphs(page);
  assert.deepEqual(torn, []);
  assert.ok(count > 10 * ids.length, `${count} paragraphs`);
  assert.deepEqual(problems, []);
  await context.close();
});

test("no paragraph is torn on a page of the guide, of the error codes or of the widget", async () => {
  const { context, page } = await newReader(browser);
  await page.goto(`${demo.listening}/docs/guide/quick-start`);
  const links = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
  const guide = await links.evaluateAll((all) =>
    all.map((link) => new URL(link.getAttribute("href") ?? "", location.href)),
  );
  const paths = [...new Set(guide.map(({ pathname }) => pathname)), "/docs/errors", "/docs/widget"];
  assert.ok(paths.length > 20, paths.join(" "));
  for (const path of paths) {
    await page.goto(`${demo.listening}${path}`);
    const { count, torn } = await readParagraphs(page);
    assert.deepEqual(torn, [], path);
    assert.ok(count > 0, path);
  }
  await context.close();
});
