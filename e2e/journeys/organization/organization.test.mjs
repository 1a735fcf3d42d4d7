// The audit log, credits and settings in the dashboard: content, changes, access. Also the widths and prints of pages.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe } from "node:test";

import { becomes, api, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { cutTexts } from "../../scenes/checks/cut_texts.mjs";
import { enterAs, ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { openSettled } from "../../scenes/settled.mjs";

const { test, cell } = journeysOf(import.meta.url);

/** A phone, a tablet, and windows in which the side bar leaves little room. */
const WIDTHS = [390, 700, 900, 1120, 1280];

const { browser, demo, owner, end } = await openDemo();
after(end);
const { token } = await logIn(demo);

const inOrganization = (/** @type {string} */ page) => `${demo.listening}/orgs/${owner.orgId}/${page}`;
/** @param {string} path @param {unknown} body */
const change = (path, body, method = "POST") => api(demo, path, { bearer: token, method, body });

test("the audit log has sentences, filters in its address, opens an entry and downloads all of them as a file", async () => {
  await change(`/keys?orgId=${owner.orgId}`, { name: "Told of", scopes: ["analytics:read"] });
  const { context, page, problems } = await newReader(browser);
  await signIn(page, inOrganization("audit"), owner);
  await page.getByText("Verified up to").waitFor();
  await page
    .getByRole("button", { name: "Event All events" })
    .or(page.getByRole("button", { name: /^Event/ }))
    .or(page.getByRole("button", { name: "All events" }))
    .first()
    .click();
  await page.getByRole("option", { name: "Keys" }).click();
  await page.waitForURL(/action=key\.\*/);
  await page.getByRole("link", { name: `${owner.email} created the key Told of` }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("key.created").waitFor();
  assert.match(page.url(), /open=aud_/);
  assert.match(await sheet.getByLabel("Details").innerText(), /analytics:read/);
  await sheet.getByRole("link", { name: "Told of" }).click();
  await page.waitForURL(/target=key_/);
  await page.getByText("1 entry found").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "NDJSON" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).action);
  assert.deepEqual(lines, ["key.created"]);
  const [table] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  const rows = (await readFile(await table.path(), "utf8")).trim().split("\r\n");
  assert.equal(rows.length, 2, "the head, and all that the filters find");
  assert.match(String(rows[1]), new RegExp(`created the key Told of.*,key\\.created,`));
  await page.goBack();
  await page.waitForURL(/action=key/);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("the audit log is limited to a range of days from the keyboard, which is in the address and applies to its files", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, inOrganization("audit"), owner);
  await page.getByRole("button", { name: "Choose dates" }).click();
  const calendar = page.getByRole("dialog", { name: "Choose dates" });
  await calendar.getByRole("gridcell").first().waitFor();
  // Today has the focus and is selected as the first and the last day. After the first day is chosen, the calendar
  // moves on by a day.
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=/);
  await page.getByRole("region", { name: "Audit log" }).getByRole("row").nth(1).waitFor();
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get("from"), searchParams.get("to"));
  const [asked] = await Promise.all([
    page.waitForRequest(/\/audit\/export\?/),
    page.getByRole("button", { name: "NDJSON" }).click(),
  ]);
  const address = new URL(asked.url()).searchParams;
  assert.equal(
    Date.parse(String(address.get("to"))) - Date.parse(String(address.get("from"))),
    86_400_000,
    "a whole day",
  );
  // Days before the first entry.
  await page.goto(inOrganization("audit?from=2020-01-01&to=2020-01-02"));
  await page.getByRole("heading", { name: "No matching entries" }).waitFor();
  await context.close();
});

test("credits show what is free, an honest forecast and every change of the balance", async () => {
  const credits = await api(demo, `/credits?orgId=${owner.orgId}`, { bearer: token });
  const { context, page, problems } = await newReader(browser);
  await signIn(page, inOrganization("credits"), owner);
  await page.getByText(credits.available.toLocaleString("en-GB"), { exact: true }).first().waitFor();
  await page
    .getByText(/At the current pace, about|A forecast appears after|No credits were used in this period/)
    .waitFor();
  const fileRows = async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    assert.match(download.suggestedFilename(), / credit transactions \d{4}-\d\d-\d\d\.csv$/);
    const [head = "", ...rows] = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    const [type, amount] = ["Type", "Credits"].map((name) => head.split(",").indexOf(name));
    // Purposes may contain commas, so cells are counted from the end.
    const cell = (/** @type {string} */ row, place = 0) => row.split(",").at(place - head.split(",").length);
    return rows.map((row) => ({ type: cell(row, type), amount: Number(cell(row, amount)) }));
  };
  // Every transaction is in the file, because the amounts add up to the balance.
  const all = await fileRows();
  assert.equal(
    all.reduce((sum, row) => sum + row.amount, 0),
    credits.balance,
  );
  await page.getByRole("link", { name: "Granted", exact: true }).click();
  await page.waitForURL(/type=grant/);
  await page.getByRole("region", { name: "Transactions" }).getByRole("row").nth(1).getByText("Granted").waitFor();
  assert.deepEqual(
    await fileRows(),
    all.filter(({ type }) => type === "Granted"),
    "the file has what the filter shows",
  );
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("settings of a site send what was changed, tell the API's message at its field, and ask who clashes", async () => {
  const site = await change(`/sites?orgId=${owner.orgId}`, { domain: "settings.example", name: "Settings" });
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${site.id}/settings`, owner);
  await page.getByLabel("Allowed origins").fill("https://settings.example\nnowhere");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Entry 2: Enter an origin such as https://example.com, without a path.").waitFor();
  await page.getByLabel("Allowed origins").fill("https://settings.example");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Mine");
  await change(`/sites/${site.id}`, { name: "Theirs", aliases: ["Set"], note: "Moves in May." }, "PATCH");
  await page.getByRole("button", { name: "Save" }).click();
  const choice = page.getByRole("alertdialog");
  await choice.getByRole("cell", { name: "Theirs", exact: true }).waitFor();
  await choice.getByRole("button", { name: "Overwrite with mine" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const saved = await api(demo, `/sites/${site.id}`, { bearer: token });
  assert.deepEqual(
    [saved.name, saved.allowedOrigins, saved.aliases, saved.note],
    ["Mine", ["https://settings.example"], ["Set"], "Moves in May."],
    "what the other changed elsewhere stays",
  );
  assert.equal(
    await page.getByRole("link", { name: "Exclude my visits" }).getAttribute("href"),
    "https://settings.example/?askline=off",
  );

  await page.getByRole("button", { name: "Delete the site…" }).click();
  const end = page.getByRole("alertdialog");
  await end.getByRole("textbox").fill("Min");
  assert.ok(await end.getByRole("button", { name: "Delete the site" }).isDisabled());
  await end.getByRole("textbox").fill("Mine");
  await end.getByRole("button", { name: "Delete the site" }).click();
  await page.waitForURL(/\/orgs\/.*\/sites$/);
  await assert.rejects(api(demo, `/sites/${site.id}`, { bearer: token }), /404/);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("an organization is renamed and ended by its owner, who types its name", async () => {
  const pro = ownerOf(demo, "pro");
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${pro.orgId}/settings`, pro);
  await page.getByLabel("Slug").fill("Not a slug!");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Use lowercase letters, digits and hyphens.").waitFor();
  await page.getByLabel("Slug").fill("ours");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ours");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Mine");
  // Another tab saves first, as another owner could.
  const second = await context.newPage();
  await second.goto(`${demo.listening}/orgs/${pro.orgId}/settings`);
  await second.getByRole("textbox", { name: "Name", exact: true }).fill("Theirs");
  await second.getByRole("button", { name: "Save", exact: true }).click();
  await second.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const choice = page.getByRole("alertdialog");
  await choice.getByRole("cell", { name: "Theirs", exact: true }).waitFor();
  await choice.getByRole("button", { name: "Keep theirs" }).click();
  assert.equal(await page.getByRole("textbox", { name: "Name", exact: true }).inputValue(), "Theirs");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ours");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Delete the organization…" }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill("Ours");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete the organization" }).click();
  await page.waitForURL(/\/account$/);
  assert.equal(
    await page.evaluate((orgId) => fetch(`/api/v1/orgs/${orgId}`).then(({ status }) => status), pro.orgId),
    404,
  );
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("crawlers and devices show what the figures count", async () => {
  const { totals } = await api(demo, `/analytics/${demo.siteId}/crawlers?days=30`);
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/crawlers`, owner);
  await page.getByText(`${totals.hits.toLocaleString("en-GB")} requests total`).waitFor();
  await page.getByRole("region", { name: "Devices" }).getByRole("row", { name: /Phone/ }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a viewer sees none of these pages, and the API agrees", async () => {
  const { context, page } = await newReader(browser);
  await enterAs(page, demo, { orgId: owner.orgId, token }, "viewer");
  for (const [path, words, asked] of [
    ["audit", "You don’t have access to the audit log", "audit"],
    ["credits", "You don’t have access to credits", "credits"],
    ["settings", "You don’t have access to these settings", null],
  ]) {
    await page.goto(inOrganization(/** @type {string} */ (path)));
    await page.getByText(/** @type {string} */ (words)).waitFor();
    if (asked !== null)
      assert.equal(
        await page.evaluate(
          (address) => fetch(address).then(({ status }) => status),
          `/api/v1/${asked}?orgId=${owner.orgId}`,
        ),
        403,
      );
  }
  await page.goto(`${demo.listening}/sites/${demo.siteId}/settings`);
  await page.getByRole("link", { name: "Exclude my visits" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Delete the site…" }).count(), 0);
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  cell(`axe finds nothing on these pages in ${colorScheme}`, async () => {
    const { context, page } = await newReader(browser, { colorScheme });
    await signIn(page, inOrganization("audit"), owner);
    const pages = ["audit", "credits", "settings"]
      .map(inOrganization)
      .concat(["settings", "crawlers"].map((name) => `${demo.listening}/sites/${demo.siteId}/${name}`));
    for (const address of pages) {
      await openSettled(page, address);
      assert.deepEqual(await violations(page), [], address);
    }
    await context.close();
  });
}

/** @param {import("playwright-core").Page} page */
async function troubles(page) {
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return [...(await cutTexts(page)), ...(isWide ? ["the page is wider than the window"] : [])];
}

describe("no page scrolls sideways and no text is cut, from phones to desks, in the longer language", () => {
  const ofSite = [
    "overview",
    "live",
    "pages",
    "questions",
    "citations",
    "widget",
    "pages/file",
    "prompts",
    "prompts/new",
    "rules",
    "crawlers",
    "settings",
    "start",
  ];
  const ofOrganization = [
    "sites",
    "sites/new",
    "keys",
    "webhooks",
    "shared-links",
    "members",
    "sign-in",
    "credits",
    "audit",
    "settings",
  ];
  /** @type {Record<string, () => string>} */
  const pages = {
    account: () => `${demo.listening}/account`,
    ...Object.fromEntries(
      ofSite.map((name) => [`${name} of a site`, () => `${demo.listening}/sites/${demo.siteId}/${name}`]),
    ),
    ...Object.fromEntries(ofOrganization.map((name) => [`${name} of the organization`, () => inOrganization(name)])),
  };
  for (const [name, address] of Object.entries(pages)) {
    cell(name, async () => {
      const { context, page } = await newReader(browser, { locale: "de-DE" });
      await signIn(page, `${demo.listening}/account`, owner);
      await openSettled(page, address());
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        // After the window's width was changed, the page needs a moment to be drawn.
        await becomes(() => troubles(page), []);
      }
      await context.close();
    });
  }
});

/**
 * The controls that must not appear in print. Dates, figures that select the chart, and selected choices may: they look
 * like text there.
 */
const CONTROLS =
  "#content :is(button, [role=button], input, select):not([aria-haspopup=dialog]):not([aria-pressed=true])";

for (const name of ["overview", "overview?days=90&platform=chatgpt", "citations"]) {
  for (const locale of ["en-GB", "de-DE"]) {
    cell(
      `${name} prints as one page in ${locale}, with site, period and date and without controls, also where it is looked at in the dark`,
      async () => {
        const { context, page } = await newReader(browser, { colorScheme: "dark", locale });
        const address = `${demo.listening}/sites/${demo.siteId}/${name}`;
        await signIn(page, address, owner);
        await openSettled(page, address);
        const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1");
        assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
        await page.emulateMedia({ media: "print" });
        const shown = page.locator("#content").getByText("River Notes", { exact: true });
        assert.equal(await shown.first().isVisible(), true);
        assert.match(
          await page.locator("#content time").first().innerText(),
          new RegExp(String(new Date().getFullYear())),
        );
        const days = name.includes("90") ? /90 (days|Tage)/ : /30 (days|Tage)/;
        assert.equal(await page.getByRole("link", { name: days }).first().isVisible(), true);
        assert.deepEqual(await page.locator(CONTROLS).filter({ visible: true }).allInnerTexts(), []);
        assert.equal(await page.getByRole("navigation").first().isVisible(), false);
        assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "light");
        await context.close();
      },
    );
  }
}
