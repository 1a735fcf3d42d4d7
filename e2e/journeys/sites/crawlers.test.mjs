// The page about crawlers: a source is connected, its lines count, it ends.

import assert from "node:assert/strict";
import { after } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

const CRAWLER = "Mozilla/5.0 (compatible; CCBot/2.0; +https://commoncrawl.org/faq/)";

test("a log source is connected, its lines are counted, and it is changed, gets a new token and ends", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/crawlers`, owner);
  const who = page.getByRole("region", { name: "Who reads" });
  await who.getByRole("row", { name: /GPTBot/ }).waitFor();
  await page.getByText("Your server has refused OAI-SearchBot").filter({ visible: true }).first().waitFor();
  assert.deepEqual(await violations(page), []);

  await page.getByRole("link", { name: "Log sources" }).click();
  const sheet = page.getByRole("dialog", { name: "Log sources" });
  await sheet.getByRole("button", { name: "Create log source" }).click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel("Name").fill("web 2");
  await dialog.getByRole("button", { name: "Create log source" }).click();
  const shownToken = async () => {
    await dialog.getByText("Copy it now").filter({ visible: true }).waitFor();
    assert.doesNotMatch(await page.content(), /lg_[0-9A-Za-z]{38}/, "the token is masked until it is asked for");
    await dialog.getByRole("button", { name: "Show" }).click();
    const token = (await dialog.getByTestId("secret").textContent()) ?? "";
    assert.match(token, /^lg_[0-9A-Za-z]{38}$/);
    return token;
  };
  const first = await shownToken();
  assert.match((await dialog.getByTestId("setup").textContent()) ?? "", /askline logs follow .*nginx.* --to http/);
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await sheet.getByText("nothing received yet").filter({ visible: true }).waitFor();

  const send = async (/** @type {string} */ token, /** @type {string} */ path) => {
    const at = new Date().toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) ([\d:]+) GMT$/, "$1/$2/$3:$4 +0000");
    const line = `203.0.113.9 - - [${at}] "GET ${path} HTTP/1.1" 200 5 "-" "${CRAWLER}"\n`;
    const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain" };
    return await fetch(`${demo.listening}/api/v1/logs/ingest`, { method: "POST", headers, body: line });
  };
  assert.equal((await send(first, "/only-in-the-log")).status, 202);
  await page.reload();
  await sheet
    .getByRole("row", { name: /web 2/ })
    .getByText(/received/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await who.getByRole("row", { name: /CCBot/ }).waitFor();

  const newest = page.getByRole("region", { name: "Newest lines" });
  const line = newest.getByRole("row").nth(1);
  assert.match(await line.innerText(), /GET \/only-in-the-log/);
  assert.match(await line.innerText(), /200[\s\S]*CCBot/);
  assert.doesNotMatch(await newest.innerText(), /203\.0\.113\.9/);

  await page.getByRole("radio", { name: "Search index" }).click();
  await who.getByRole("row", { name: /CCBot/ }).waitFor({ state: "detached" });
  assert.match(page.url(), /purpose=search/);
  await page.goBack();
  await who.getByRole("row", { name: /CCBot/ }).waitFor();

  await page.getByRole("link", { name: "Log sources" }).click();
  const act = async (/** @type {string} */ name) => {
    await sheet.getByRole("button", { name: "Actions for web 2" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await act("New token…");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const second = await shownToken();
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  assert.deepEqual([(await send(first, "/x")).status, (await send(second, "/y")).status], [401, 202]);
  await act("Change…");
  await dialog.getByLabel("Hosts").fill("https://wrong.example/");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("textbox", { name: "Hosts" }).and(dialog.locator("[aria-invalid=true]")).waitFor();
  await dialog.getByLabel("Hosts").fill("shop.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await act("Delete…");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await sheet.getByRole("row", { name: /web 2/ }).waitFor({ state: "detached" });
  assert.equal((await send(second, "/z")).status, 401);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a filter by page shows the reads of that page, and one by folder says that it cannot", async () => {
  const { context, page, problems } = await newReader(browser);
  const crawlers = (/** @type {string} */ filter) =>
    `${demo.listening}/sites/${demo.siteId}/crawlers?page=${encodeURIComponent(filter)}`;
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/crawlers`, owner);
  const pages = page.getByRole("region", { name: "From reading to citing" });
  await pages.getByRole("row").nth(2).waitFor();
  const path = (await pages.getByRole("link").first().innerText()).trim();
  await page.goto(crawlers(path));
  await pages.getByRole("link", { name: path, exact: true }).waitFor();
  assert.equal(await pages.getByRole("row").count(), 2, "the head and the page");
  await page
    .getByRole("region", { name: "Who reads" })
    .getByRole("row", { name: /GPTBot/ })
    .waitFor();
  await page.goto(crawlers("/guides/**"));
  await page.getByText("Not available for a folder").waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
