// Other names of a site, edited on the page of citations.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { api, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { enterAs, ownerOf, signIn } from "../../scenes/dashboard.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ orgId: string, token: string }} */
let session;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startDemo()]);
  session = await logIn(demo);
});
after(async () => {
  await Promise.all([browser?.close(), demo?.end()]);
});

test("other names of the site are edited where they count, by those who may", async () => {
  const address = `${demo.listening}/sites/${demo.siteId}/citations`;
  const { context, page } = await newReader(browser);
  await signIn(page, address, ownerOf(demo, "enterprise"));
  await page.getByRole("button", { name: "Brand names…" }).click();
  const form = page.getByRole("dialog", { name: "Brand names" });
  await form.getByLabel("Other names").fill("x");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("This is too short.").waitFor();
  assert.equal(await form.getByLabel("Other names").inputValue(), "x", "what was typed stays");
  await form.getByLabel("Other names").fill("Pages Magazine\n\n The Pages \nPages Magazine");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  assert.deepEqual((await api(demo, `/sites/${demo.siteId}`)).aliases, ["Pages Magazine", "The Pages"]);
  await page.getByRole("button", { name: "Brand names…" }).click();
  assert.equal(await form.getByLabel("Other names").inputValue(), "Pages Magazine\nThe Pages");
  await context.close();
  const member = await newReader(browser);
  await enterAs(member.page, demo, session, "member");
  await member.page.goto(address);
  await member.page.getByRole("button", { name: "Track a question" }).waitFor();
  assert.equal(await member.page.getByRole("button", { name: "Brand names…" }).count(), 0);
  await member.context.close();
});
