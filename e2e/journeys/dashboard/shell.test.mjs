// The dashboard's frame: palette, shortcuts, site switcher, phone navigation, language and colors.

import assert from "node:assert/strict";
import { after } from "node:test";

import { api, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { enterAs, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test, cell } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

const overview = () => `${demo.listening}/sites/${demo.siteId}/overview`;

test("the palette finds sites, pages and actions, and closes without a trace", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, overview(), owner);
  const other = (await api(demo, "/sites")).items.find((/** @type {{ id: string }} */ { id }) => id !== demo.siteId);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search pages, sites and actions" }).waitFor();
  await page.keyboard.type(other.domain);
  await page.getByRole("menuitem", { name: new RegExp(other.domain) }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(other.id));
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nothing is called this");
  await page.getByText("No results").waitFor();
  // The first Escape clears the typed text, the second closes the dialog.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("the head of each page of a site is drawn before anything about the site is known", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/account`, owner);
  /** @type {(() => void)[]} */
  const held = [];
  await page.route(
    (url) => url.pathname.includes(demo.siteId) && url.pathname.startsWith("/api/"),
    async (route) => {
      await new Promise((resolve) => held.push(() => resolve(undefined)));
      await route.continue().catch(() => undefined);
    },
  );
  for (const [path, title] of Object.entries({
    overview: "Overview",
    pages: "Pages",
    citations: "Citations",
    crawlers: "Crawlers and devices",
    rules: "Rules",
    settings: "Site settings",
  })) {
    await page.goto(`${demo.listening}/sites/${demo.siteId}/${path}`);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    assert.ok(held.length > 0, `${path} has asked about the site, and has no answer`);
    held.splice(0).forEach((release) => {
      release();
    });
  }
  await context.close();
});

/** Every page of the navigation, by its letter. */
const PAGES = [
  ["l", "Live"],
  ["p", "Pages"],
  ["u", "Questions"],
  ["c", "Citations"],
  ["d", "Crawlers and devices"],
  ["w", "Widget"],
  ["t", "Prompts"],
  ["r", "Rules"],
  ["e", "Site settings"],
  ["i", "Sign-in"],
  ["k", "API keys"],
  ["h", "Webhooks"],
  ["m", "Members"],
  ["f", "Notifications"],
  ["v", "Shared links"],
  ["b", "Credits"],
  ["a", "Audit log"],
  ["n", "Organization settings"],
  ["s", "All sites"],
  ["o", "Overview"],
];

/**
 * Finds a page's title. On a tab of the organization it is below the title of all tabs.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
function titled(page, name) {
  const ofTab = page
    .locator("#content")
    .filter({ has: page.getByRole("heading", { name: "Organization", exact: true, level: 1 }) });
  const tab = name === "Organization settings" ? "General" : name;
  return page
    .getByRole("heading", { name, level: 1, exact: true })
    .or(ofTab.getByRole("heading", { name: tab, level: 2, exact: true }).first());
}

test("the palette leads to every page of the navigation, and to what has no place in it", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, overview(), owner);
  const palette = page.getByRole("dialog", { name: "Search pages, sites and actions" });
  const inNavigation = await page.getByRole("navigation").first().getByRole("link").allInnerTexts();
  const entries = inNavigation.map((words) => words.trim()).filter((words) => words !== "");
  assert.ok(entries.length <= 13, `${entries.length} entries: "All sites" and at most twelve more`);
  for (const name of entries.filter((words) => words !== "Organization")) {
    assert.ok(
      PAGES.some(([, title]) => title === name),
      `${name} is new: give it its letter here`,
    );
  }
  assert.match(await page.title(), /^.+ – Overview$/, "a window is named by its site");
  for (const [, name] of [...PAGES, ["", "Proposed rules"], ["", "Sign-in and security"]]) {
    await page.keyboard.press("Control+k");
    await palette.waitFor();
    await page.keyboard.type(String(name));
    await palette
      .getByRole("menuitem", { name: new RegExp(`^${name}`) })
      .first()
      .click();
    await palette.waitFor({ state: "detached" });
    await titled(page, String(name)).waitFor();
  }
  await context.close();
});

test("the palette finds a page of another site by any words of both, and a single setting", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, overview(), owner);
  const palette = page.getByRole("dialog", { name: "Search pages, sites and actions" });
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await palette.waitFor();
  await page.keyboard.type("larch citations");
  await palette.getByRole("menuitem", { name: /^Citations.*Larch Docs/ }).click();
  await page.getByRole("heading", { name: "Citations", level: 1 }).waitFor();
  await page.getByRole("button", { name: /Larch Docs/ }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("time zone");
  await palette.getByRole("menuitem", { name: /^Time zone/ }).click();
  await page.getByRole("heading", { name: "Site settings", level: 1 }).waitFor();
  await context.close();
});

test("shortcuts of single keys can be switched off, and the choice outlasts a reload", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, overview(), owner);
  const titleOf = (/** @type {string} */ name) => page.getByRole("heading", { name, level: 1 });
  await titleOf("Overview").waitFor();
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const single = list.getByRole("switch", { name: "Shortcuts of single keys" });
  const change = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search pages, sites and actions" }).waitFor();
    await page.keyboard.type("keyboard shortcuts");
    await page.getByRole("menuitem", { name: /^Keyboard shortcuts/ }).click();
    await list.waitFor();
    await single.focus();
    await page.keyboard.press("Space");
  };
  await change();
  assert.equal(await single.isChecked(), false);
  await page.reload();
  await titleOf("Overview").waitFor();
  for (const key of ["?", "w", "g", "p", "f", "2"]) await page.keyboard.press(key);
  assert.equal(await page.getByRole("dialog").count(), 0);
  await change();
  assert.equal(await single.isChecked(), true);
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await titleOf("Overview").waitFor();
  assert.doesNotMatch(page.url(), /days=7/);
  await page.keyboard.press("w");
  await page.waitForURL(/days=7/);
  await context.close();
});

test("the organization is one entry whose pages are tabs, all in sight at 1280 by 800, and the title stays where it is", async () => {
  const { context, page } = await newReader(browser, { viewport: { width: 1280, height: 800 } });
  await signIn(page, overview(), owner);
  const title = page.locator("#content h1");
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  const place = await title.boundingBox();
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Organization" }).click();
  const tabs = page.getByRole("navigation", { name: "Organization" });
  for (const tab of ["General", "Members", "Sign-in", "API keys", "Webhooks", "Shared links", "Credits", "Audit log"]) {
    await tabs.getByRole("link", { name: tab }).click();
    await titled(page, tab).waitFor();
    assert.equal(await tabs.locator("[aria-current]").innerText(), tab);
    assert.equal(await title.innerText(), "Organization");
    const now = await title.boundingBox();
    assert.deepEqual([now?.x, now?.y], [place?.x, place?.y], tab);
  }
  assert.equal(
    await main.evaluate((element) => element.scrollHeight <= element.clientHeight),
    true,
    "nothing of the side bar is below the window",
  );
  await context.close();
});

for (const role of /** @type {const} */ (["viewer", "member"])) {
  test(`no entry of the navigation leads a ${role} to a page without access`, async () => {
    const { context, page } = await newReader(browser, { viewport: { width: 1280, height: 800 } });
    await enterAs(page, demo, await logIn(demo), role);
    await page.goto(overview());
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    await links.filter({ hasText: "Citations" }).first().waitFor();
    const names = await links.allInnerTexts();
    assert.ok(names.length >= 8, names.join());
    for (const name of names) {
      await links.filter({ hasText: name }).first().click();
      await page.locator("#content h1, #content h2").first().waitFor();
      assert.equal(await page.getByRole("heading", { name: /^You don’t have access/ }).count(), 0, name);
    }
    await context.close();
  });
}

test("the shell is shown while the API does not answer", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, overview(), owner);
  /** @type {() => void} */
  let answer = () => {};
  const held = new Promise((resolve) => (answer = () => resolve(undefined)));
  await context.route("**/api/v1/**", async (route) => {
    await held;
    await route.fallback();
  });
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "attached" });
  assert.ok(await page.locator("main").isVisible());
  answer();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await context.close();
});

test("letters lead to pages, but never while a person types", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, overview(), owner);
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await page.keyboard.press("?");
  await page
    .getByRole("dialog", { name: "Keyboard shortcuts" })
    .getByText("Turn the comparison with the previous period on or off")
    .waitFor();
  await page.keyboard.press("Escape");
  for (const [letter, heading] of PAGES) {
    await page.keyboard.press("g");
    await page.keyboard.press(String(letter));
    await titled(page, String(heading)).waitFor();
  }
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.getByRole("searchbox").fill("");
  await page.getByRole("searchbox").pressSequentially("gqo?");
  await page.waitForURL(/q=gqo/);
  assert.equal(new URL(page.url()).pathname, `/sites/${demo.siteId}/pages`);
  await context.close();
});

test("on a phone every page is two presses away", async () => {
  const { context, page } = await newReader(browser, { viewport: { width: 390, height: 844 } });
  await signIn(page, overview(), owner);
  const bar = page.getByRole("navigation", { name: "Main" });
  assert.deepEqual(
    (await bar.locator("a, button").allInnerTexts()).map((words) => words.trim()),
    ["Sites", "Overview", "Pages", "Citations", "More"],
  );
  for (const name of ["Questions", "Live", "API keys"]) {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("dialog", { name: "More" }).getByRole("link", { name }).click();
    await titled(page, name).waitFor();
    assert.equal(
      await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
      true,
      `${name} is no wider than the phone`,
    );
  }
  await context.close();
});

test("the switcher leads to another site, and language and colors stay for the next visit", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, overview(), owner);
  const site = await api(demo, `/sites/${demo.siteId}`);
  await page.getByRole("button", { name: new RegExp(site.domain) }).click();
  await page.getByRole("menuitem", { name: /Larch Docs/ }).click();
  await page.waitForURL((url) => !url.pathname.includes(demo.siteId));
  await page.getByRole("button", { name: /Larch Docs/ }).waitFor();
  await page.getByRole("navigation").getByRole("button").last().click();
  await page.getByRole("radio", { name: "Dark" }).click();
  await page.getByRole("radio", { name: "Deutsch" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Übersicht", level: 1 }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Übersicht", level: 1 }).waitFor();
  assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), [
    "de",
    "dark",
  ]);
  await context.close();
});

test("the switcher names the site that the entries below it lead to, on pages of the organization and while the site is read", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, overview(), owner);
  const { name } = await api(demo, `/sites/${demo.siteId}`);
  const side = page.getByRole("navigation", { name: "Main" });
  await side.getByRole("link", { name: "Organization" }).click();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("button", { name: new RegExp(name) })
    .waitFor();
  assert.ok((await side.getByRole("link", { name: "Overview" }).getAttribute("href"))?.includes(demo.siteId));
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const released = new Promise((resolve) => void (release = resolve));
  await page.route(`**/api/v1/sites/${demo.siteId}`, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(overview().replace(/overview$/, "settings"));
  await side.getByRole("button", { name: "Loading" }).waitFor();
  assert.equal(await page.getByText("Choose a site").count(), 0);
  release();
  await side.getByRole("button", { name: new RegExp(name) }).waitFor();
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  cell(`axe finds nothing in the palette in ${colorScheme}`, async () => {
    const { context, page } = await newReader(browser, { colorScheme });
    await signIn(page, overview(), owner);
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search pages, sites and actions" });
    await palette.getByRole("menuitem", { name: /^Overview/ }).waitFor();
    assert.deepEqual(await violations(page), [], "with everything that there is");
    await page.keyboard.type("dark");
    await palette.getByRole("menuitem", { name: /^Overview/ }).waitFor({ state: "detached" });
    // During typing, the field announces the first result with a delay, so that each letter can be heard.
    await page.waitForFunction(
      () => document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? "") !== null,
    );
    assert.deepEqual(await violations(page), [], "with what was found");
    await page.keyboard.type(" is called nothing");
    await palette.getByText("No results").waitFor();
    await page.waitForFunction(() => document.activeElement?.hasAttribute("aria-activedescendant") === false);
    assert.deepEqual(await violations(page), [], "with nothing found");
    await context.close();
  });
}
