// The widget page of the dashboard: changes reach readers, and versions can be restored.

import assert from "node:assert/strict";
import { after, before } from "node:test";

import { api, becomes, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { enterAs, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openNewDemo } from "../../scenes/opened_demo.mjs";

const { test, cell } = journeysOf(import.meta.url);

/** @typedef {import("playwright-core").Page} Page */

const { browser, demo, owner, end } = await openNewDemo();
after(end);

const address = () => `${demo.listening}/sites/${demo.siteId}/widget`;
const live = async () =>
  (await (await fetch(`${demo.listening}/api/v1/sites/${demo.siteId}/config`)).json()).data.config;
/** @param {Page} page */
const shown = (page) => page.frameLocator("iframe").locator("askline-widget section").first();

/** @param {import("playwright-core").BrowserContextOptions} [options] */
async function open(options) {
  const reader = await newReader(browser, { viewport: { width: 1440, height: 900 }, ...options });
  await signIn(reader.page, address(), owner);
  await shown(reader.page).waitFor();
  return reader;
}

/**
 * Presses Tab until `wanted`, or an element inside it, has the focus.
 * @param {Page} page
 * @param {import("playwright-core").Locator} wanted
 */
async function tabTo(page, wanted) {
  for (let presses = 0; presses < 150; presses += 1) {
    if (
      await wanted.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))
    )
      return;
    await page.keyboard.press("Tab");
  }
  assert.fail("Tab does not lead there.");
}

/**
 * Publishes another version from another session.
 * @param {(config: any) => unknown} change
 */
async function publishElsewhere(change) {
  const { token: bearer } = await logIn(demo);
  const { config } = await api(demo, `/sites/${demo.siteId}`, { bearer });
  change(config);
  await api(demo, `/sites/${demo.siteId}/config`, { bearer, method: "PUT", body: config });
}

test("a designer's change is seen beside the form, then on the page, and is taken back by restoring a version", async () => {
  const { context, page, problems } = await open();
  const { layout: before } = (await live()).theme;
  assert.notEqual(before, "bar");
  await page.getByRole("radiogroup", { name: "Layout" }).getByRole("radio", { name: "Bar" }).click();
  await page.frameLocator("iframe").locator("askline-widget section.bar").waitFor();
  assert.equal((await live()).theme.layout, before, "nothing reaches readers before it is published");
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  await page.getByText("Published.").waitFor();
  const reader = await context.newPage();
  await reader.goto(demo.demoPage);
  await reader.locator("askline-widget section.bar").waitFor();

  await page.getByRole("button", { name: "Versions" }).click();
  const sheet = page.getByRole("dialog", { name: "Versions" });
  await sheet
    .getByRole("button", { name: /^Differences between version/ })
    .first()
    .click();
  await sheet.getByRole("row", { name: /Layout/ }).waitFor();
  await sheet
    .getByRole("button", { name: /^Restore version/ })
    .first()
    .click();
  await sheet.waitFor({ state: "detached" });
  await becomes(async () => (await live()).theme.layout, before);
  await page.frameLocator("iframe").locator(`askline-widget section.${before}`).waitFor();
  const later = await (await newReader(browser)).page;
  await later.goto(demo.demoPage);
  await later.locator(`askline-widget section.${before}`).waitFor();
  await later.context().close();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("by keyboard alone assistants are ordered and switched, a theme is chosen, and both are published", async () => {
  const { context, page } = await open();
  const ids = (await live()).platforms.map((/** @type {{ id: string }} */ { id }) => id);
  const [first = "", second = ""] = ids;
  const list = page.getByRole("list", { name: "Assistants" });
  await tabTo(page, page.getByRole("radiogroup", { name: "Theme" }));
  await page.keyboard.press("ArrowRight");
  await tabTo(page, list.getByRole("switch").first());
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByText(/is now number 2 of/).waitFor({ state: "attached" });
  await tabTo(page, list.getByRole("switch").last());
  await page.keyboard.press("Space");
  const publish = page.getByRole("button", { name: /^Publish/ });
  for (
    let presses = 0;
    presses < 150 && !(await publish.evaluate((element) => element === document.activeElement));
    presses += 1
  )
    await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Published.").waitFor();
  const stored = await live();
  assert.deepEqual(
    stored.platforms.slice(0, 2).map((/** @type {{ id: string }} */ { id }) => id),
    [second, first],
  );
  await context.close();
});

test("what readers get otherwise is said at its setting, and what is refused at its field", async () => {
  const { context, page } = await open();
  const accent = page.getByRole("textbox", { name: "Accent color", exact: true });
  await accent.fill("#ffe680");
  await page.getByText(/This color has too little contrast/).waitFor();
  await accent.fill("red");
  await page.getByText(/See the marked fields/).waitFor();
  assert.equal(await accent.getAttribute("aria-invalid"), "true");
  await page.getByRole("button", { name: /^Publish/ }).click();
  await page
    .getByText(/Enter a color such as/)
    .first()
    .waitFor();
  assert.equal(await accent.inputValue(), "red", "what was typed stays");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText(/See the marked fields/).waitFor({ state: "detached" });
  await context.close();
});

test("a custom assistant is added, shown and asked by its address", async () => {
  const { context, page } = await open();
  await page.getByRole("button", { name: "Custom assistant…" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("House AI");
  await form.getByLabel("URL", { exact: true }).fill("https://ai.example.com/{{prompt}}");
  await form.getByRole("button", { name: "Add" }).click();
  await form.getByText(/as the full value of a parameter/).waitFor();
  await form.getByLabel("URL", { exact: true }).fill("https://ai.example.com/ask?q={{prompt}}");
  await form.getByRole("button", { name: "Add" }).click();
  await page.getByRole("list", { name: "Assistants" }).getByText("House AI").waitFor();
  const preview = page.frameLocator("iframe");
  // The list opens only after the preview was drawn with the change. A list that was opened before belongs to the
  // previous widget, and closes with it.
  await becomes(async () => {
    if ((await preview.getByRole("menu").count()) === 0)
      await preview.locator("[aria-haspopup=menu]").first().press("Enter");
    return preview
      .getByRole("menuitem", { name: "Ask House AI" })
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.split("=")[0]));
  }, ["https://ai.example.com/ask?q"]);
  await page.getByRole("button", { name: /^Publish/ }).click();
  await page.getByText("Published.").waitFor();
  assert.deepEqual((await live()).customPlatforms, [
    { id: "c_house_ai", label: "House AI", urlTemplate: "https://ai.example.com/ask?q={{prompt}}" },
  ]);
  await context.close();
});

test("custom items are added, refused at their field, moved, published, clicked by a reader and counted", async () => {
  const { context, page, problems } = await open();
  const item = (/** @type {number} */ number) => page.getByRole("group", { name: `Item ${number}`, exact: true });
  await page.getByRole("button", { name: "Add an item" }).click();
  await item(1).getByLabel("Label").fill("Discuss");
  await item(1).getByLabel("URL", { exact: true }).fill("http://forum.example.com/");
  await page.getByText(/See the marked fields/).waitFor();
  assert.equal(await item(1).getByLabel("URL", { exact: true }).getAttribute("aria-invalid"), "true");
  await item(1).getByLabel("URL", { exact: true }).fill("https://forum.example.com/");
  // The click takes the focus from the field, and its message disappears. The button stays below the pointer.
  const add = page.getByRole("button", { name: "Add an item" });
  await add.scrollIntoViewIfNeeded();
  const middle = async () => {
    const { x, y, width, height } = await add.evaluate((node) => node.getBoundingClientRect().toJSON());
    return [x + width / 2, y + height / 2];
  };
  const [x = 0, y = 0] = await middle();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await becomes(() => item(1).getByLabel("URL", { exact: true }).getAttribute("aria-invalid"), null);
  assert.deepEqual(await middle(), [x, y], "nothing moves during a click");
  await page.mouse.up();
  await item(2).waitFor();
  await item(2).getByRole("button").click();
  await page.getByRole("option", { name: "Command to copy" }).click();
  await item(2).getByLabel("Label").fill("Install");
  await item(2).getByLabel("Command", { exact: true }).fill("npx example install");
  await page.getByRole("button", { name: "Move item 2 up" }).click();
  await page.getByRole("button", { name: "Add an item" }).click();
  await page.getByRole("button", { name: "Remove item 3" }).click();
  const preview = page.frameLocator("iframe").locator("[data-do^='menu ']");
  await becomes(async () => (await preview.allInnerTexts()).map((text) => text.split(/\s/)[0]), ["Install", "Discuss"]);
  await page.getByRole("button", { name: /^Publish/ }).click();
  await page.getByText("Published.").waitFor();
  const { menu } = await live();
  assert.deepEqual(
    menu.map((/** @type {Record<string, string | null>} */ { id: _, ...item }) => item),
    [
      { kind: "command", label: "Install", url: null, text: "npx example install" },
      { kind: "link", label: "Discuss", url: "https://forum.example.com/", text: null },
    ],
  );
  // A corrected label keeps the item's id, so that its clicks stay together.
  await item(2).getByLabel("Label").fill("Discuss this page");
  await page.getByRole("button", { name: "Publish 1 change" }).click();
  await becomes(async () => (await live()).menu[1].label, "Discuss this page");
  assert.equal((await live()).menu[1].id, menu[1].id);

  const reader = await newReader(browser);
  await reader.page.goto(demo.demoPage);
  const link = reader.page.locator("askline-widget [data-do^='menu ']").filter({ hasText: "Discuss this page" });
  const [opened] = await Promise.all([reader.context.waitForEvent("page"), link.click()]);
  assert.equal(opened.url(), "https://forum.example.com/");
  await reader.context.close();
  await becomes(
    async () => (await api(demo, `/analytics/${demo.siteId}/items?days=1`)).byItem,
    [{ itemId: menu[1].id, label: "Discuss this page", value: 1 }],
  );
  await page.goto(`${demo.listening}/sites/${demo.siteId}/overview?days=1`);
  await page.getByRole("link", { name: /View item/ }).click();
  const sheet = page.getByRole("dialog", { name: "Own items" });
  await sheet.getByRole("row", { name: /Discuss this page/ }).waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), sheet.getByRole("link", { name: "CSV" }).click()]);
  assert.match(file.suggestedFilename(), / own items /);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("who leaves with changes is asked, and stays with them", async () => {
  const { context, page } = await open();
  await page.getByRole("radiogroup", { name: "Icons" }).getByRole("radio", { name: "None" }).click();
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  assert.equal(
    await page
      .getByRole("radiogroup", { name: "Icons" })
      .getByRole("radio", { name: "None" })
      .getAttribute("aria-checked"),
    "true",
  );
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.waitForURL(/\/overview/);
  await context.close();
});

test("what someone else published meanwhile is shown next to the person's version, and replaced only on request", async () => {
  const { context, page } = await open();
  await page.getByRole("radiogroup", { name: "Size" }).getByRole("radio", { name: "Large" }).click();
  await publishElsewhere((config) => {
    config.theme.radius = 16;
  });
  await page.getByRole("button", { name: /^Publish/ }).click();
  const choice = page.getByRole("alertdialog");
  await choice.getByRole("row", { name: /Corners/ }).waitFor();
  await choice.getByRole("row", { name: /Size/ }).waitFor();
  assert.deepEqual([(await live()).theme.size, (await live()).theme.radius], ["md", 16], "nothing was replaced yet");
  await choice.getByRole("button", { name: "Overwrite with mine" }).click();
  await page.getByText("Published.").waitFor();
  assert.equal((await live()).theme.size, "lg");
  await context.close();
});

test("the preview runs the real widget without a request, and its clicks are not counted", async () => {
  const { context, page, problems } = await open();
  /** @type {string[]} */
  const asked = [];
  context.on("request", (request) => {
    if (request.frame() !== page.mainFrame()) asked.push(new URL(request.url()).pathname);
  });
  await page.reload();
  await shown(page).waitFor();
  // At this width the preview is not scaled, so that a click hits what is visible there.
  await page.getByRole("radiogroup", { name: "Width" }).getByRole("radio", { name: "240 px" }).click();
  await becomes(() => page.locator("iframe").evaluate((frame) => frame.clientWidth), 240);
  await page.frameLocator("iframe").locator("askline-widget a").first().click();
  await page.getByRole("radiogroup", { name: "Background" }).getByRole("radio", { name: "Dark" }).click();
  await page.frameLocator("iframe").locator("html.dark").waitFor();
  assert.deepEqual(
    asked.filter((path) => !/^\/(preview(\/.*)?|widget\.js|widget\/(rest|extras|menu|touch)-.*)$/.test(path)),
    [],
  );
  assert.equal(context.pages().length, 1, "no assistant was opened");
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a member sees who may change the widget, and the API refuses the member as well", async () => {
  const session = await logIn(demo);
  const { context, page } = await newReader(browser);
  await enterAs(page, demo, session, "member");
  await page.goto(address());
  await page.getByText("You don’t have access to the widget").waitFor();
  const status = await page.evaluate(
    (id) =>
      fetch(`/api/v1/sites/${id}/config`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: "{}",
      }).then((answer) => answer.status),
    demo.siteId,
  );
  assert.equal(status, 403);
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const width of [390, 1280]) {
    cell(`axe finds nothing at ${width} px in ${colorScheme}, and nothing is wider than the window`, async () => {
      const { context, page } = await open({ colorScheme, viewport: { width, height: 900 } });
      await page.reload();
      await shown(page).waitFor();
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scrolling");
      await page.getByRole("button", { name: "Versions" }).click();
      await page
        .getByRole("dialog")
        .getByText(/Version \d/)
        .first()
        .waitFor();
      assert.deepEqual(await violations(page), [], "the versions");
      await context.close();
    });
  }
}
