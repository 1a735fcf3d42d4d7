// The forms of a site, ordered so that later ones find what earlier ones saved.

import { becomes } from "../../../scenes/askline.mjs";
import {
  REFUSED,
  choose,
  confirm,
  dialogCloses,
  dialogOf,
  holds,
  inArchive,
  lacks,
  nameField,
  passUndo,
  save,
  saveSettings,
  says,
} from "./steps.mjs";

/** @typedef {import("playwright-core").Page} Page */

const openPages = (/** @type {Page} */ page) =>
  page.getByRole("button", { name: "Change what counts as a page…" }).click();
const parametersField = (/** @type {Page} */ page) =>
  page.getByRole("textbox", { name: "Query parameters", exact: true });
const noteMark = (/** @type {Page} */ page, /** @type {string} */ text) =>
  page.getByRole("button", { name: new RegExp(`^Notes, .*${text}`) });
const noteRow = (/** @type {Page} */ page, /** @type {string} */ text) =>
  dialogOf(page).getByRole("listitem").filter({ hasText: text });

/**
 * @param {() => import("./steps.mjs").Scene} scene
 * @returns {Record<string, import("./steps.mjs").Form>}
 */
export const formsOfASite = (scene) => {
  const of = (/** @type {string} */ name) => scene().ofSite(name);
  return {
    "the settings of a site": {
      sends: ["site_settings/SiteFields.tsx PATCH /sites/{siteId}"],
      path: () => of("settings"),
      fill: async (page) => {
        await nameField(page).fill("Saved Notes");
        await saveSettings(page);
      },
      shown: (page) => holds(nameField(page), "Saved Notes"),
      lists: () => [scene().ofOrganization("sites")],
      text: "Saved Notes",
    },
    "the settings for a site's pages": {
      sends: ["site_settings/PagesFields.tsx PATCH /sites/{siteId}"],
      path: () => of("settings"),
      fill: async (page) => {
        await openPages(page);
        await parametersField(page).fill("savedid");
        await page.getByRole("button", { name: "Preview changes" }).click();
        await says(page, "No stored page changes.");
        const card = page.getByRole("region", { name: "Pages", exact: true });
        await card.getByRole("button", { name: "Save", exact: true }).click();
        await card.getByRole("status").getByText("Saved", { exact: true }).waitFor();
      },
      shown: async (page) => {
        if ((await parametersField(page).count()) === 0) await openPages(page);
        await holds(parametersField(page), "savedid");
      },
      lists: () => [],
      text: "savedid",
    },
    "an origin that is allowed at the first steps": {
      sends: ["add_site/StartPage.tsx PATCH /sites/{siteId}"],
      path: () => scene().ofRefused("start"),
      fill: (page) => page.getByRole("button", { name: `Allow ${REFUSED}` }).click(),
      shown: (page) =>
        says(page, "Add the snippet").then(() =>
          becomes(() => page.getByRole("button", { name: `Allow ${REFUSED}` }).count(), 0),
        ),
      lists: () => [scene().ofRefused("settings")],
      text: REFUSED,
    },
    "a check of the page": {
      sends: ["shared/install/InstallCheck.tsx POST /sites/{siteId}/verify"],
      path: () => scene().ofRefused("start"),
      fill: (page) => page.getByRole("button", { name: "Check my page" }).click(),
      shown: (page) => says(page, "The page did not respond."),
    },
    "brand names": {
      sends: ["citations/monitor/NamesDialog.tsx PATCH /sites/{siteId}"],
      path: () => of("citations"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Brand names…" }).click();
        await dialogOf(page).getByLabel("Other names").fill("Saved Brand");
        await save(page);
        await dialogCloses(page);
      },
      shown: async (page) => {
        await page.getByRole("button", { name: "Brand names…" }).click();
        await holds(dialogOf(page).getByLabel("Other names"), "Saved Brand");
        await page.keyboard.press("Escape");
        await dialogCloses(page);
      },
      lists: () => [of("settings")],
      text: "Saved Brand",
    },
    "a tracked question": {
      sends: ["citations/monitor/MonitorDialog.tsx POST /monitors/{siteId}"],
      path: () => of("citations"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Track a question" }).click();
        await dialogOf(page).getByLabel("Question").fill("Is what was saved shown?");
        await save(page);
        await page.getByRole("dialog", { name: "Run now?" }).waitFor();
        await page.keyboard.press("Escape");
      },
      shown: (page) => says(page, "Is what was saved shown?"),
    },
    "a tracked question that is archived": {
      sends: ["citations/monitor/MonitorActions.tsx PATCH /monitors/{siteId}/{monitorId}"],
      path: () => of("citations"),
      fill: (page) => passUndo(page, "PATCH", () => chooseInRow(page, /Is what was saved/, "Archive")),
      shown: (page) => lacks(page, "Is what was saved shown?", /dam is removed/),
    },
    "an archived question that is restored": {
      sends: ["citations/monitor/ArchivedDialog.tsx PATCH /monitors/{siteId}/{monitorId}"],
      path: () => of("citations"),
      fill: async (page) => {
        await inArchive(page, /^Restore “Is what/);
        await dialogOf(page).getByText("No archived questions").waitFor();
        await page.keyboard.press("Escape");
        await dialogCloses(page);
      },
      shown: (page) => says(page, "Is what was saved shown?"),
    },
    "an archived question that is deleted": {
      sends: ["citations/monitor/ArchivedDialog.tsx DELETE /monitors/{siteId}/{monitorId}"],
      path: () => of("citations"),
      fill: async (page) => {
        await passUndo(page, "PATCH", () => chooseInRow(page, /Is what was saved/, "Archive"));
        await inArchive(page, /^Delete “Is what/);
        const asks = page.getByRole("alertdialog");
        await asks.getByRole("textbox").fill("Is what was saved shown?");
        await asks.getByRole("button", { name: "Delete" }).click();
        await dialogOf(page).getByText("No archived questions").waitFor();
        await page.keyboard.press("Escape");
        await dialogCloses(page);
      },
      shown: (page) => lacks(page, "Is what was saved shown?", /dam is removed/),
    },
    "the words of a tracked question": {
      sends: ["citations/monitor/MonitorDialog.tsx PATCH /monitors/{siteId}/{monitorId}"],
      path: () => of("citations"),
      fill: async (page) => {
        await chooseInRow(page, /dam is removed/, "Edit");
        await dialogOf(page).getByLabel("Question").fill("What happens after a dam was saved?");
        await save(page);
        await dialogCloses(page);
      },
      shown: async (page) => {
        await says(page, "What happens after a dam was saved?");
        await becomes(() => page.getByText("when a dam is removed?").count(), 0);
      },
    },
    "a new prompt": {
      sends: ["prompts/editor/PromptEditor.tsx POST /prompts/{siteId}"],
      path: () => of("prompts/new"),
      fill: async (page) => {
        await nameField(page).fill("Prompt saved");
        await page.getByLabel("Text", { exact: true }).fill("Summarize {{url}}.");
        await save(page);
        await page.getByRole("heading", { name: "Prompts", level: 1 }).waitFor();
      },
      shown: (page) => says(page, "Prompt saved"),
    },
    "a prompt that was there": {
      sends: ["prompts/editor/PromptEditor.tsx PATCH /prompts/{siteId}/{promptId}"],
      path: () => of("prompts"),
      fill: async (page) => {
        await page.getByRole("link", { name: "Prompt before", exact: true }).click();
        await nameField(page).fill("Prompt after");
        await save(page);
        await page.getByRole("heading", { name: "Prompts", level: 1 }).waitFor();
      },
      shown: (page) => lacks(page, "Prompt before", "Prompt after"),
    },
    "a prompt that is archived": {
      sends: ["prompts/PromptTable.tsx PATCH /prompts/{siteId}/{promptId}"],
      path: () => of("prompts"),
      fill: (page) => passUndo(page, "PATCH", () => choose(page, "Prompt to archive", "Archive")),
      shown: (page) => lacks(page, "Prompt to archive", "Prompt after"),
      lists: () => [of("prompts?show=archived")],
      text: "Prompt to archive",
    },
    "a prompt that is deleted": {
      sends: ["prompts/PromptTable.tsx DELETE /prompts/{siteId}/{promptId}"],
      path: () => of("prompts"),
      fill: (page) => passUndo(page, "DELETE", () => choose(page, "Prompt to delete", "Delete")),
      shown: (page) => lacks(page, "Prompt to delete", "Prompt after"),
    },
    "prompts of a file": {
      sends: ["prompts/import/ImportDialog.tsx POST /prompts/{siteId}/import"],
      path: () => of("prompts"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Import and export" }).click();
        await page.getByRole("menuitem", { name: "Import…" }).click();
        const [chooser] = await Promise.all([
          page.waitForEvent("filechooser"),
          dialogOf(page).getByRole("button", { name: "Choose a file" }).click(),
        ]);
        await chooser.setFiles({
          name: "prompts.csv",
          mimeType: "text/csv",
          buffer: Buffer.from("name,kind,text\nPrompt of a file,custom,Look at {{url}}.\n"),
        });
        await dialogOf(page).getByRole("button", { name: "Apply 1 change" }).click();
        await page.getByRole("dialog", { name: "Imported" }).getByRole("button", { name: "Close" }).last().click();
      },
      shown: (page) => says(page, "Prompt of a file"),
    },
    "prompts that are generated": {
      sends: ["prompts/generation/GenerateDialog.tsx POST /prompts/{siteId}/regenerate"],
      skip: scene().skipShop,
      path: () => scene().ofShop("prompts"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Generate…" }).click();
        await generate(page);
      },
      shown: (page) => says(page, /texts for single pages are waiting for your approval/),
      lists: () => [scene().ofShop("rules"), scene().ofShop("rules/proposed")],
      text: "texts",
    },
    "a prompt that is generated again": {
      sends: ["prompts/generation/RegenerateDialog.tsx POST /prompts/{siteId}/{promptId}/regenerate"],
      skip: scene().skipShop,
      path: () => scene().ofShop("prompts"),
      fill: async (page) => {
        const row = page.getByRole("row", { name: /generated/ }).first();
        await row.getByRole("button", { name: /^Actions for/ }).click();
        await page.getByRole("menuitem", { name: "Regenerate…" }).click();
        await generate(page);
      },
      shown: (page) =>
        page
          .getByRole("row", { name: /generated/ })
          .first()
          .waitFor(),
    },
    "proposed rules that are approved": {
      sends: ["rules/proposals/ProposalChoice.tsx POST /rules/{siteId}/proposed/approve"],
      skip: scene().skipShop,
      path: () => scene().ofShop("rules/proposed"),
      fill: async (page) => {
        await page.getByRole("checkbox").nth(1).click({ force: true });
        await page.getByRole("button", { name: "Approve 1…" }).click();
        await confirm(page, "Approve");
        await page.getByRole("status").getByText("1 rule was created.").waitFor();
      },
      shown: (page) => says(page, /Select (all )?\d+ texts?/),
      lists: () => [scene().ofShop("rules")],
      text: "1 rule (at most",
    },
    "proposed rules that are dismissed": {
      sends: ["rules/proposals/ProposalChoice.tsx POST /rules/{siteId}/proposed/dismiss"],
      skip: scene().skipShop,
      path: () => scene().ofShop("rules/proposed"),
      fill: async (page) => {
        await page.getByRole("checkbox").first().click({ force: true });
        await passUndo(page, "POST", () => page.getByRole("button", { name: "Dismiss" }).click());
      },
      shown: (page) => says(page, /No texts to approve|No proposals/),
    },
    "a new rule": {
      sends: ["rules/editor/RuleSheet.tsx POST /rules/{siteId}"],
      path: () => of("rules"),
      fill: async (page) => {
        await page.getByRole("button", { name: "New rule" }).first().click();
        await dialogOf(page).getByLabel("Name", { exact: true }).fill("Rule saved");
        await dialogOf(page).getByLabel("Pages", { exact: true }).fill("/saved");
        await dialogOf(page).getByLabel("Questions, in this order").fill("Is it saved?");
        await save(page);
        await dialogCloses(page);
      },
      shown: (page) => page.getByRole("row", { name: /Rule saved/ }).waitFor(),
    },
    "a rule that was there": {
      sends: ["rules/editor/RuleSheet.tsx PUT /rules/{siteId}/{ruleId}"],
      path: () => of("rules"),
      fill: async (page) => {
        await choose(page, "Rule before", "Edit");
        await dialogOf(page).getByLabel("Name", { exact: true }).fill("Rule after");
        await save(page);
        await dialogCloses(page);
      },
      shown: (page) => lacks(page, "Rule before", "Rule after"),
    },
    "a rule that is disabled": {
      sends: ["rules/RuleList.tsx PUT /rules/{siteId}/{ruleId}"],
      path: () => of("rules"),
      fill: (page) => choose(page, "Rule after", "Disable"),
      shown: (page) =>
        page
          .getByRole("row", { name: /Rule after/ })
          .getByText("Off", { exact: true })
          .waitFor(),
    },
    "the order of rules": {
      sends: ["rules/RuleList.tsx PUT /rules/{siteId}/order"],
      path: () => of("rules"),
      fill: (page) => choose(page, "Rule saved", "Move down"),
      shown: (page) => page.getByRole("row").nth(1).getByText("Rule saved").waitFor(),
    },
    "a rule that is deleted": {
      sends: ["rules/RuleList.tsx DELETE /rules/{siteId}/{ruleId}"],
      path: () => of("rules"),
      fill: (page) => passUndo(page, "DELETE", () => choose(page, "Rule to delete", "Delete")),
      shown: (page) => lacks(page, "Rule to delete", "Rule after"),
    },
    "a note on a chart": {
      sends: ["shared/notes/NoteForm.tsx POST /annotations/{siteId}"],
      path: () => of("overview?days=7"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Write a note" }).click();
        await dialogOf(page).getByLabel("Text", { exact: true }).fill("Note saved");
        await dialogOf(page).getByRole("button", { name: "Write note" }).click();
        await dialogCloses(page);
      },
      shown: (page) => noteMark(page, "Note saved").waitFor(),
    },
    "a note that was there": {
      sends: ["shared/notes/NoteForm.tsx PATCH /annotations/{siteId}/{annotationId}"],
      path: () => of("overview?days=7"),
      fill: async (page) => {
        await noteMark(page, "Note saved").click();
        await noteRow(page, "Note saved").getByRole("button", { name: "Edit" }).click();
        await dialogOf(page).getByLabel("Text", { exact: true }).fill("Note after");
        await save(page);
        await dialogCloses(page);
      },
      shown: (page) => noteMark(page, "Note after").waitFor(),
    },
    "a note that is deleted": {
      sends: ["shared/notes/NotesDialog.tsx DELETE /annotations/{siteId}/{annotationId}"],
      path: () => of("overview?days=7"),
      fill: async (page) => {
        await noteMark(page, "Note after").click();
        await noteRow(page, "Note after").getByRole("button", { name: "Delete" }).click();
        await confirm(page, "Delete");
        await noteMark(page, "Note after").waitFor({ state: "detached" });
      },
      shown: async (page) => {
        await page.getByRole("group", { name: /^AI asks by day/ }).waitFor();
        await noteMark(page, "Note after").waitFor({ state: "detached" });
      },
    },
    "the widget": {
      sends: ["widget/WidgetEditor.tsx PUT /sites/{siteId}/config"],
      path: () => of("widget"),
      fill: async (page) => {
        await accent(page).fill("#224466");
        await page.getByRole("button", { name: /^Publish/ }).click();
        await page.getByText("Published.").waitFor();
      },
      shown: (page) => holds(accent(page), "#224466"),
    },
    "a version of the widget that is restored": {
      sends: ["widget/versions/VersionsSheet.tsx POST /sites/{siteId}/config/rollback"],
      path: () => of("widget"),
      fill: async (page) => {
        await page.getByRole("button", { name: "Versions" }).click();
        const sheet = page.getByRole("dialog", { name: "Versions" });
        await sheet
          .getByRole("button", { name: /^Restore version/ })
          .first()
          .click();
        await sheet.waitFor({ state: "detached" });
      },
      shown: (page) =>
        accent(page)
          .waitFor()
          .then(() => becomes(async () => (await accent(page).inputValue()) === "#224466", false)),
    },
  };
};

const accent = (/** @type {Page} */ page) => page.getByRole("textbox", { name: "Accent color", exact: true });

/** @param {Page} page @param {RegExp} row @param {string} act */
async function chooseInRow(page, row, act) {
  await page.getByRole("row", { name: row }).getByRole("button").last().click();
  await page.getByRole("menuitem", { name: act }).click();
}

/** From the price to the finished generation. @param {Page} page */
async function generate(page) {
  await dialogOf(page).getByRole("button", { name: "Generate", exact: true }).click();
  await dialogOf(page)
    .getByText(/pages? w(as|ere) read/)
    .waitFor();
  await dialogOf(page).getByRole("button", { name: "Close" }).last().click();
  await dialogCloses(page);
}
