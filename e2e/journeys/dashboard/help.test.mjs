// Help in the dashboard: a sentence behind each page's ⓘ, and an update note. The note is shown once.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { ORGANIZATION_PAGES } from "../../scenes/checks/dashboard_loads.mjs";
import { ownerOf, signIn, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { browser, demo, end } = await openDemo();
after(end);

test("each page says in one sentence what it is for, by keyboard alone", async () => {
  const owner = ownerOf(demo, "enterprise");
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, owner);
  const ofSite = [
    "pages/file",
    "start",
    "overview",
    "live",
    "pages",
    "questions",
    "citations",
    "crawlers",
    "widget",
    "prompts",
    "prompts/new",
    "rules",
    "rules/proposed",
    "settings",
  ].map((name) => `/sites/${demo.siteId}/${name}`);
  const ofOrganization = ORGANIZATION_PAGES.map((name) => `/orgs/${owner.orgId}/${name}`);
  for (const path of [...ofSite, ...ofOrganization, "/account"]) {
    await page.goto(demo.listening + path);
    // On a tab of the organization, the tab's own title, below the one of all tabs.
    const title = await page.locator("#content header > :is(h1, h2):has(+ button)").first().innerText();
    const about = page
      .getByRole("banner")
      .or(page.locator("main header"))
      .getByRole("button", { name: `About: ${title}` });
    await about.focus();
    await page.keyboard.press("Enter");
    const note = page.getByRole("dialog", { name: title });
    await note.waitFor();
    const more = note.getByRole("link", { name: "More in the guide" });
    const sentence = (await note.innerText()).replace(await more.innerText(), "").trim();
    assert.ok(sentence.length > 30 && sentence.endsWith("."), `${path}: ${sentence}`);
    await page.keyboard.press("Escape");
    await note.waitFor({ state: "detached" });
  }
  await context.close();
});

test("an upgrade is announced once, and its notes can be read at any time", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, ownerOf(demo, "enterprise"));
  const note = page.getByRole("complementary", { name: "Update" });
  assert.equal(await note.count(), 0, "nothing is new to a newcomer");
  // The state that an older release left: without the newest two entries.
  await page.evaluate(() => {
    localStorage.setItem(
      "askline.changes",
      (localStorage.getItem("askline.changes") ?? "").split(" ").slice(2).join(" "),
    );
  });
  await page.reload();
  await note.getByText("Askline was updated since your last visit.").waitFor();
  assert.deepEqual(await violations(page), []);
  await note.getByRole("button", { name: "What’s new" }).click();
  const sheet = page.getByRole("dialog", { name: "What’s new" });
  await sheet.getByText("new", { exact: true }).nth(1).waitFor();
  assert.equal(await sheet.getByText("new", { exact: true }).count(), 2);
  await page.keyboard.press("Escape");
  await note.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await note.count(), 0);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("searchbox").fill("What’s new");
  await page.keyboard.press("Enter");
  await sheet.waitFor();
  await context.close();
});
