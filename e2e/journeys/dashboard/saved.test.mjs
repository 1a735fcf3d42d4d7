// What a form saved is seen at once on its page, in the lists that name it, after going away and back, and after a reload.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { api, becomes, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { enterAs, ownerOf, signIn, unexpected } from "../../scenes/dashboard.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {ReturnType<typeof ownerOf>} */
let owner;
/** @type {string} */
let token;
/** Of the second member, whose role is changed. @type {string} */
let guest;

before(async () => {
  [browser, demo] = await Promise.all([openBrowser(), startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0" })]);
  owner = ownerOf(demo, "enterprise");
  ({ token } = await logIn(demo));
  guest = "viewer@example.org";
  const reader = await newReader(browser);
  await enterAs(reader.page, demo, { orgId: owner.orgId, token }, "viewer");
  await reader.context.close();
  const ask = (/** @type {string} */ path, /** @type {unknown} */ body) => api(demo, path, { bearer: token, method: "POST", body });
  await ask(`/rules/${demo.siteId}`, { name: "Rule before", priority: 900, match: { paths: ["/elsewhere"] }, action: { type: "hide_widget" } });
  await ask(`/prompts/${demo.siteId}`, { name: "Prompt before", text: "Before: {{url}}" });
  await ask(`/webhooks?orgId=${owner.orgId}`, { url: "https://example.com/hook", events: ["key.created"], description: "Hook before" });
});
after(async () => {
  await browser?.close();
  await demo?.end();
});

const ofSite = (/** @type {string} */ name) => `/sites/${demo.siteId}/${name}`;
const ofOrganization = (/** @type {string} */ name) => `/orgs/${owner.orgId}/${name}`;
const save = (/** @type {Page} */ page) => page.getByRole("button", { name: "Save", exact: true }).click();
/** On a page of settings, which says when it is done. @param {Page} page */
const saveSettings = async (page) => {
  await save(page);
  await page.getByRole("status").getByText(/^(Saved|Your name is saved\.)$/).waitFor();
};
const dialogOf = (/** @type {Page} */ page) => page.getByRole("dialog");
/** @param {Page} page @param {string} text */
const says = (page, text) => page.locator("#content").getByText(text).first().waitFor();
/** @param {import("playwright-core").Locator} field @param {string} value */
const holds = (field, value) => becomes(() => field.inputValue(), value);
const nameField = (/** @type {Page} */ page) => page.getByRole("textbox", { name: "Name", exact: true });
/** @param {Page} page @param {string} name @param {string} act */
const choose = async (page, name, act) => {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: act }).click();
};

/**
 * A form: how to come to it and save it, how its own page shows what was saved, and which other pages name it.
 * @type {Record<string, { path: () => string, fill: (page: Page) => Promise<void>, shown: (page: Page) => Promise<unknown>, lists?: () => string[], text?: string }>}
 */
const FORMS = {
  "the name of the account": {
    path: () => "/account",
    fill: async (page) => {
      await nameField(page).fill("Ada Saved");
      await saveSettings(page);
    },
    shown: (page) => holds(nameField(page), "Ada Saved"),
    lists: () => [ofOrganization("members")],
    text: "Ada Saved",
  },
  "the name of the organization": {
    path: () => ofOrganization("settings"),
    fill: async (page) => {
      await nameField(page).fill("Saved Press");
      await saveSettings(page);
    },
    shown: (page) => holds(nameField(page), "Saved Press"),
  },
  "the settings of a site": {
    path: () => ofSite("settings"),
    fill: async (page) => {
      await nameField(page).fill("Saved Notes");
      await saveSettings(page);
    },
    shown: (page) => holds(nameField(page), "Saved Notes"),
    lists: () => [ofOrganization("sites")],
    text: "Saved Notes",
  },
  "a new site": {
    path: () => ofOrganization("sites/new"),
    fill: async (page) => {
      await page.getByLabel("Domain").fill("saved.example");
      await nameField(page).fill("Saved Site");
      await page.getByRole("button", { name: "Add the site" }).click();
      await page.getByRole("heading", { name: "Set up Saved Site" }).waitFor();
    },
    shown: (page) => page.getByText("Saved Site").first().waitFor(),
    lists: () => [ofOrganization("sites")],
    text: "Saved Site",
  },
  "brand names": {
    path: () => ofSite("citations"),
    fill: async (page) => {
      await page.getByRole("button", { name: "Brand names…" }).click();
      await dialogOf(page).getByLabel("Other names").fill("Saved Brand");
      await save(page);
      await dialogOf(page).waitFor({ state: "detached" });
    },
    shown: async (page) => {
      await page.getByRole("button", { name: "Brand names…" }).click();
      await holds(dialogOf(page).getByLabel("Other names"), "Saved Brand");
      await page.keyboard.press("Escape");
      await dialogOf(page).waitFor({ state: "detached" });
    },
    lists: () => [ofSite("settings")],
    text: "Saved Brand",
  },
  "a tracked question": {
    path: () => ofSite("citations"),
    fill: async (page) => {
      await page.getByRole("button", { name: "Track a question" }).click();
      await dialogOf(page).getByLabel("Question").fill("Is what was saved shown?");
      await save(page);
      await page.getByRole("dialog", { name: "Run now?" }).waitFor();
      await page.keyboard.press("Escape");
    },
    shown: (page) => says(page, "Is what was saved shown?"),
  },
  "the words of a tracked question": {
    path: () => ofSite("citations"),
    fill: async (page) => {
      await page.getByRole("row", { name: /dam is removed/ }).getByRole("button").last().click();
      await page.getByRole("menuitem", { name: "Edit" }).click();
      await dialogOf(page).getByLabel("Question").fill("What happens after a dam was saved?");
      await save(page);
      await dialogOf(page).waitFor({ state: "detached" });
    },
    shown: async (page) => {
      await says(page, "What happens after a dam was saved?");
      assert.equal(await page.getByText("when a dam is removed?").count(), 0, "its old words are gone");
    },
  },
  "a new prompt": {
    path: () => ofSite("prompts/new"),
    fill: async (page) => {
      await nameField(page).fill("Prompt saved");
      await page.getByLabel("Text", { exact: true }).fill("Summarize {{url}}.");
      await save(page);
      await page.getByRole("heading", { name: "Prompts", level: 1 }).waitFor();
    },
    shown: (page) => says(page, "Prompt saved"),
  },
  "a prompt that was there": {
    path: () => ofSite("prompts"),
    fill: async (page) => {
      await page.getByRole("link", { name: "Prompt before", exact: true }).click();
      await nameField(page).fill("Prompt after");
      await save(page);
      await page.getByRole("heading", { name: "Prompts", level: 1 }).waitFor();
    },
    shown: async (page) => {
      await says(page, "Prompt after");
      assert.equal(await page.getByText("Prompt before").count(), 0);
    },
  },
  "prompts of a file": {
    path: () => ofSite("prompts"),
    fill: async (page) => {
      await page.getByRole("button", { name: "Import and export" }).click();
      await page.getByRole("menuitem", { name: "Import…" }).click();
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), dialogOf(page).getByRole("button", { name: "Choose a file" }).click()]);
      await chooser.setFiles({ name: "prompts.csv", mimeType: "text/csv", buffer: Buffer.from("name,kind,text\nPrompt of a file,custom,Look at {{url}}.\n") });
      await dialogOf(page).getByRole("button", { name: "Apply 1 change" }).click();
      await page.getByRole("dialog", { name: "Imported" }).getByRole("button", { name: "Close" }).last().click();
    },
    shown: (page) => says(page, "Prompt of a file"),
  },
  "a new rule": {
    path: () => ofSite("rules"),
    fill: async (page) => {
      await page.getByRole("button", { name: "New rule" }).first().click();
      await dialogOf(page).getByLabel("Name", { exact: true }).fill("Rule saved");
      await dialogOf(page).getByLabel("Pages", { exact: true }).fill("/saved");
      await dialogOf(page).getByLabel("Questions, in this order").fill("Is it saved?");
      await save(page);
      await dialogOf(page).waitFor({ state: "detached" });
    },
    shown: (page) => page.getByRole("row", { name: /Rule saved/ }).waitFor(),
  },
  "a rule that was there": {
    path: () => ofSite("rules"),
    fill: async (page) => {
      await choose(page, "Rule before", "Edit");
      await dialogOf(page).getByLabel("Name", { exact: true }).fill("Rule after");
      await save(page);
      await dialogOf(page).waitFor({ state: "detached" });
    },
    shown: async (page) => {
      await page.getByRole("row", { name: /Rule after/ }).waitFor();
      assert.equal(await page.getByText("Rule before").count(), 0);
    },
  },
  "a rule that is disabled": {
    path: () => ofSite("rules"),
    fill: (page) => choose(page, "Rule after", "Disable"),
    shown: (page) => page.getByRole("row", { name: /Rule after/ }).getByText("Off", { exact: true }).waitFor(),
  },
  "a new key": {
    path: () => ofOrganization("keys"),
    fill: async (page) => {
      await page.getByRole("button", { name: "Create key" }).first().click();
      await dialogOf(page).getByLabel("Name").fill("Key saved");
      await dialogOf(page).getByRole("button", { name: "Create key" }).click();
      await dialogOf(page).getByRole("button", { name: "Done", exact: true }).click();
    },
    shown: (page) => says(page, "Key saved"),
    lists: () => [ofOrganization("audit")],
    text: "Key saved",
  },
  "a key that is rotated": {
    path: () => ofOrganization("keys"),
    fill: async (page) => {
      await choose(page, "Key saved", "Rotate…");
      await dialogOf(page).getByRole("button", { name: "Rotate" }).click();
      await page.getByText("“Key saved” has a new key").waitFor();
      await page.getByRole("button", { name: "Done", exact: true }).click();
    },
    shown: (page) => says(page, "Rotated, still valid"),
    lists: () => [ofOrganization("audit")],
    text: "Key saved",
  },
  "a new webhook": {
    path: () => ofOrganization("webhooks"),
    fill: async (page) => {
      await page.getByRole("button", { name: "Create webhook" }).first().click();
      await dialogOf(page).getByLabel("Address").fill("https://example.com/saved");
      await dialogOf(page).getByLabel("Purpose").fill("Hook saved");
      await dialogOf(page).getByRole("button", { name: "Create webhook" }).click();
      await dialogOf(page).getByRole("button", { name: "Done", exact: true }).click();
      await dialogOf(page).waitFor({ state: "detached" });
    },
    shown: (page) => says(page, "Hook saved"),
  },
  "a webhook that was there": {
    path: () => ofOrganization("webhooks"),
    fill: async (page) => {
      await choose(page, "Hook before", "Edit…");
      await dialogOf(page).getByLabel("Purpose").fill("Hook after");
      await save(page);
      await dialogOf(page).waitFor({ state: "detached" });
    },
    shown: async (page) => {
      await says(page, "Hook after");
      assert.equal(await page.getByText("Hook before").count(), 0);
    },
  },
  "the sites of a member": {
    path: () => ofOrganization("members"),
    fill: async (page) => {
      await choose(page, guest, "Choose sites…");
      await dialogOf(page).getByRole("button", { name: /All sites/ }).click();
      await page.getByRole("option", { name: "Chosen sites only" }).click();
      await dialogOf(page).getByRole("button", { name: "Save sites" }).click();
      await dialogOf(page).waitFor({ state: "detached" });
    },
    shown: (page) => page.getByRole("row", { name: new RegExp(guest) }).getByText("No site", { exact: true }).waitFor(),
  },
  "an invitation": {
    path: () => ofOrganization("members"),
    fill: async (page) => {
      await page.getByRole("button", { name: "Invite someone" }).first().click();
      await dialogOf(page).locator("input[name=email]").fill("saved@example.org");
      await dialogOf(page).locator("button[type=submit]").click();
      await dialogOf(page).getByText("won’t be shown again").waitFor();
      await dialogOf(page).getByRole("button", { name: "I have copied it" }).click();
    },
    shown: (page) => says(page, "saved@example.org"),
  },
  "the widget": {
    path: () => ofSite("widget"),
    fill: async (page) => {
      const accent = page.getByRole("textbox", { name: "Accent color", exact: true });
      await accent.fill("#224466");
      await page.getByRole("button", { name: /^Publish/ }).click();
      await page.getByText("Published.").waitFor();
    },
    shown: (page) => holds(page.getByRole("textbox", { name: "Accent color", exact: true }), "#224466"),
  },
  "a version of the widget that is restored": {
    path: () => ofSite("widget"),
    fill: async (page) => {
      await page.getByRole("button", { name: "Versions" }).click();
      const sheet = page.getByRole("dialog", { name: "Versions" });
      await sheet.getByRole("button", { name: /^Restore version/ }).first().click();
      await sheet.waitFor({ state: "detached" });
    },
    shown: async (page) => {
      const accent = page.getByRole("textbox", { name: "Accent color", exact: true });
      await accent.waitFor();
      await becomes(async () => (await accent.inputValue()) === "#224466", false);
    },
  },
};

/**
 * Goes to a page as a link of the shell does: the document stays.
 * @param {Page} page
 * @param {string} path
 */
async function go(page, path) {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.waitForURL((url) => url.pathname === path.replace(/\?.*/, ""));
}

for (const [name, form] of Object.entries(FORMS)) {
  test(`${name}: what was saved is shown at once, in lists, after going away and back, and after a reload`, async () => {
    const { context, page, problems } = await newReader(browser);
    await signIn(page, demo.listening + form.path(), owner);
    // The lists are known before: what is saved must reach what was kept of them.
    for (const list of form.lists?.() ?? []) {
      await go(page, list);
      await page.locator("#content h1").first().waitFor();
      await page.waitForLoadState("networkidle");
    }
    await go(page, form.path());
    await form.fill(page);
    await form.shown(page);
    const { pathname } = new URL(page.url());
    for (const list of form.lists?.() ?? []) {
      await go(page, list);
      await listShows(page, form.text ?? "");
    }
    await go(page, ofSite("live"));
    await page.getByRole("heading", { name: "Live", level: 1 }).waitFor();
    await go(page, pathname);
    await form.shown(page);
    await page.reload();
    await form.shown(page);
    assert.deepEqual(unexpected(problems), []);
    await context.close();
  });
}

/**
 * In words or in a field.
 * @param {Page} page
 * @param {string} text
 */
async function listShows(page, text) {
  await page.waitForFunction((wanted) => {
    const content = document.querySelector("#content");
    if (content === null) return false;
    const fields = [...content.querySelectorAll("input, textarea")].map((field) => /** @type {HTMLInputElement} */ (field).value);
    return [content.textContent ?? "", ...fields].some((words) => words.includes(wanted));
  }, text);
}

test("a member's role that was changed stands in the list at once, and after going away and back", async () => {
  const { context, page, problems } = await newReader(browser);
  await signIn(page, demo.listening + ofOrganization("members"), owner);
  const row = page.getByRole("row", { name: new RegExp(guest) });
  await choose(page, guest, "Change the role…");
  await dialogOf(page).getByRole("button", { name: /Role/ }).click();
  await page.getByRole("option", { name: "Admin" }).click();
  await dialogOf(page).getByRole("button", { name: "Change the role" }).click();
  await row.getByRole("cell", { name: /^Admin/ }).waitFor();
  await go(page, ofSite("live"));
  await go(page, ofOrganization("members"));
  await row.getByRole("cell", { name: /^Admin/ }).waitFor();
  await page.reload();
  await row.getByRole("cell", { name: /^Admin/ }).waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
