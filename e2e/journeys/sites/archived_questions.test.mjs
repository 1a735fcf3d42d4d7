// Questions that are not asked anymore: archived, restored, and deleted by typing them.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { api, becomes, logIn, makeSite, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { ownerOf, signIn } from "../../scenes/dashboard.mjs";

const { test } = journeysOf(import.meta.url);

const QUESTION = "Soon archived?";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ orgId: string, token: string }} */
let session;
/** @type {string} */
let siteId;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0" })]);
  session = await logIn(demo);
  siteId = await makeSite(demo, session, { name: "Pages", origin: "https://pages.example", config: {} });
  await api(demo, `/monitors/${siteId}`, {
    bearer: session.token,
    method: "POST",
    body: { query: QUESTION, engines: ["openai"] },
  });
});
after(async () => {
  await Promise.all([browser?.close(), demo?.end()]);
});

const address = () => `${demo.listening}/sites/${siteId}/citations`;
/** The number of questions that are asked, and of archived ones. */
const counts = async () => {
  const { items } = await api(demo, `/monitors/${siteId}`, { bearer: session.token });
  const archived = items.filter((/** @type {any} */ one) => one.archivedAt !== null).length;
  return [items.length - archived, archived];
};

/** @param {import("playwright-core").Page} page */
async function archive(page) {
  const row = page.getByRole("row", { name: new RegExp(QUESTION.slice(0, -1)) });
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByText(`“${QUESTION}” is archived. Its answers stay.`).waitFor();
  await row.waitFor({ state: "detached" });
  return row;
}

test("an archived question is back when that is undone, since nothing was sent", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, address(), ownerOf(demo, "enterprise"));
  const row = await archive(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await row.waitFor();
  assert.deepEqual(await counts(), [1, 0]);
  await context.close();
});

test("a question is archived as the page is left, can be restored, and is deleted by typing it", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, address(), ownerOf(demo, "enterprise"));
  const leaveArchived = async () => {
    await archive(page);
    await page.goto("about:blank");
    await becomes(counts, [0, 1]);
    await page.goto(address());
    await page.getByRole("button", { name: "1 archived question" }).click();
  };
  await leaveArchived();
  await page.getByRole("button", { name: `Restore “${QUESTION}”` }).click();
  await page.getByText("No archived questions").waitFor();
  assert.deepEqual(await counts(), [1, 0]);
  await page.keyboard.press("Escape");
  await leaveArchived();
  await page.getByRole("button", { name: `Delete “${QUESTION}”…` }).click();
  const asks = page.getByRole("alertdialog", { name: "Delete this question?" });
  assert.equal(await asks.getByRole("button", { name: "Delete" }).isDisabled(), true);
  await asks.getByRole("textbox").fill(QUESTION);
  await asks.getByRole("button", { name: "Delete" }).click();
  await becomes(counts, [0, 0]);
  await context.close();
});
