// A recipient without an account: added, confirmed, sent one report, unsubscribed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before } from "node:test";

import { api, becomes, logIn, serveAgain, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openMailBox } from "../../scenes/services/mail_box.mjs";

const { test } = journeysOf(import.meta.url);

const CLIENT = "reader@example.com";
/** As if the next Monday had come: what is due then is due now. */
const MONDAY = `import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as metadata:
    metadata.execute("UPDATE recipient_reports SET due_ms = 0 WHERE wanted = 1")
`;

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openMailBox>>} */
let box;
/** @type {Record<string, string>} */
let settings;

before(async () => {
  box = await openMailBox();
  settings = { ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ...(await box.settings()) };
  [browser, demo] = await Promise.all([openBrowser(), startDemo(settings)]);
});
after(async () => {
  await browser?.close();
  await demo?.end();
  await box?.end();
});

test("a recipient is added, confirms with a click, gets one report on Monday, and unsubscribes with one click", async () => {
  const owner = ownerOf(demo, "enterprise");
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/notifications`, owner);
  await page.getByRole("button", { name: "Add recipient" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(owner.email);
  await dialog.getByRole("button", { name: "Add recipient" }).click();
  await dialog.getByText("This is a member’s address.").waitFor();
  await dialog.getByLabel("Email").fill(CLIENT);
  await dialog.getByRole("button", { name: "Add recipient" }).click();
  await dialog.waitFor({ state: "detached" });
  const row = page.getByRole("row", { name: new RegExp(CLIENT) });
  await row.getByText("Not confirmed yet").waitFor();
  await row.getByText("For clients, weekly").waitFor();
  assert.deepEqual(await violations(page), []);
  const first = await box.link(CLIENT, "recipient");
  await page.getByRole("button", { name: `Actions for ${CLIENT}` }).click();
  await page.getByRole("menuitem", { name: "Send the link again" }).click();
  const second = await box.link(CLIENT, "recipient");

  // The owner of the address has no account, and no session in this browser.
  const reader = await newReader(browser);
  await reader.page.goto(demo.listening + first);
  await reader.page.getByRole("heading", { name: "Get reports by email?" }).waitFor();
  await reader.page.getByRole("button", { name: "Confirm" }).click();
  await reader.page.getByText("This link doesn’t work").waitFor();
  // A program that looks at links opens the page, and presses nothing.
  for (const _ of ["program", "person"]) {
    await reader.page.goto("about:blank");
    await reader.page.goto(demo.listening + second);
    await reader.page.getByRole("heading", { name: "Get reports by email?" }).waitFor();
  }
  assert.deepEqual(await violations(reader.page), []);
  await reader.page.getByRole("button", { name: "Confirm" }).click();
  await reader.page.getByRole("heading", { name: "You get reports by email" }).waitFor();
  await reader.page.getByText(`Demo Enterprise sends its reports to ${CLIENT}.`).waitFor();
  assert.ok(!reader.page.url().includes("recipient_"), "the token is in no address");
  await page.reload();
  await row.getByText("Gets reports").waitFor();
  await context.close();

  const reports = () => box.mails(CLIENT).filter(({ parsed }) => (parsed.text ?? "").includes("/unsubscribe/"));
  for (const _ of ["Monday", "the same Monday"]) {
    await demo.stop();
    execFileSync("python3", ["-c", MONDAY, join(demo.folder, "data/metadata.db")]);
    demo = await serveAgain(demo, settings);
    await becomes(async () => reports().length, 1);
  }
  const text = reports()[0]?.parsed.text ?? "";
  assert.ok(text.includes("AI asks") && !text.includes("/sites/") && !text.includes("One thing to do"), text);
  const unsubscribe = /\/unsubscribe\/\S+/.exec(text)?.[0] ?? "";
  await reader.page.goto(demo.listening + unsubscribe);
  await reader.page.getByRole("button", { name: "Unsubscribe" }).click();
  await reader.page.getByText("You are unsubscribed").waitFor();
  const { token } = await logIn(demo);
  const listed = async () =>
    (await api(demo, `/notifications/recipients?orgId=${owner.orgId}`, { bearer: token })).items;
  const state = async () => (await listed()).find((/** @type {any} */ { email }) => email === CLIENT)?.state;
  assert.equal(await state(), "unsubscribed");
  assert.deepEqual(unexpected([...problems, ...reader.problems]), []);
  await reader.context.close();

  const again = await newReader(browser);
  await signIn(again.page, `${demo.listening}/orgs/${owner.orgId}/notifications`, owner);
  await again.page.getByRole("button", { name: `Actions for ${CLIENT}` }).click();
  await again.page.getByRole("menuitem", { name: "Remove…" }).click();
  await again.page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await again.page.getByRole("row", { name: new RegExp(CLIENT) }).waitFor({ state: "detached" });
  assert.equal(await state(), undefined);
  await again.context.close();
});
