// Tracked questions: pasted as a list, archived, restored, and deleted by typing them.

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

test("a pasted list is tracked once: each line says what becomes of it, with the price of all before they are saved", async () => {
  const ownSite = await makeSite(demo, session, { name: "List", origin: "https://list.example", config: {} });
  const path = `/monitors/${ownSite}`;
  const body = { query: "Which helmet is light?", engines: ["openai"], cadence: "manual" };
  await api(demo, path, { bearer: session.token, method: "POST", body });
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${ownSite}/citations`, ownerOf(demo, "enterprise"));
  await page.getByRole("button", { name: "Track a question" }).first().click();
  const dialog = page.getByRole("dialog");
  const list = [
    "1. Which bike suits a hilly commute?",
    "- which BIKE suits a hilly commute",
    "",
    "2) “Which helmet is light”",
    `Why ${"very ".repeat(100)}long?`,
    "* <b>Which</b> lock is safe?",
  ].join("\n");
  await dialog.getByLabel("Question", { exact: true }).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, list);
  const several = page.getByRole("dialog", { name: "Track several questions" });
  assert.equal(await several.getByLabel("Questions, one per line").inputValue(), list);
  await several.getByText("2 questions will be tracked").waitFor();
  for (const left of [
    /hilly commute\s*is the same as line 1$/,
    /is light\s*is tracked already$/,
    /is longer than 500 characters$/,
  ])
    await several.getByRole("listitem").filter({ hasText: left }).waitFor();

  const price = async (/** @type {number} */ count) => {
    const { items } = await api(demo, `${path}/choices?engines=openai`, { bearer: session.token });
    const one = items.find((/** @type {any} */ choice) => choice.cadence === "weekly" && choice.samplesPerRun === 3);
    return `At most ${(one.creditsPer30Days * count).toLocaleString("en-US")} credits in 30 days.`;
  };
  for (const engine of await several.getByRole("group", { name: "Engines" }).getByRole("checkbox").all())
    if ((await engine.isChecked()) !== ((await engine.getAttribute("value")) === "openai")) await engine.press("Space");
  await several.getByRole("button", { name: /Schedule$/ }).click();
  await page.getByRole("option", { name: "Every week" }).click();
  await several.getByRole("button", { name: /Samples per engine$/ }).click();
  await page.getByRole("option", { name: "3", exact: true }).click();
  await several.getByText(await price(2)).waitFor();

  // The second one is refused once: the first one is tracked, and only what is left stays in the field.
  let created = 0;
  await page.route(`**/api/v1${path}`, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    created += 1;
    return created === 2 ? route.abort("connectionreset") : route.fallback();
  });
  await several.getByRole("button", { name: "Save" }).click();
  await several.getByRole("alert").waitFor();
  assert.equal(await several.getByLabel("Questions, one per line").inputValue(), "<b>Which</b> lock is safe?");
  await several.getByText("1 question will be tracked").waitFor();
  await several.getByText(await price(1)).waitFor();
  await several.getByRole("button", { name: "Save" }).click();
  await several.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /<b>Which<\/b> lock is safe/ }).waitFor();
  const { items } = await api(demo, path, { bearer: session.token });
  assert.deepEqual(items.map((/** @type {{ query: string }} */ { query }) => query).sort(), [
    "<b>Which</b> lock is safe?",
    "Which bike suits a hilly commute?",
    "Which helmet is light?",
  ]);
  assert.equal(created, 3);
  await context.close();
});
