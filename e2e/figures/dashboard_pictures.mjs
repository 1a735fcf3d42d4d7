// Every page of the dashboard in three widths, light and dark; states and German once.

import { join } from "node:path";

import { newReader } from "../scenes/browser.mjs";
import { drawDialogs } from "./dashboard_dialogs.mjs";
import { ownerOf, signIn } from "../scenes/dashboard.mjs";
import { drawStates } from "./dashboard_states.mjs";

const WIDTHS = [390, 1280, 1920];
const SCHEMES = /** @type {const} */ (["light", "dark"]);

/**
 * Takes the pictures into a folder; returns their number.
 * @param {import("playwright-core").Browser} browser
 * @param {import("../scenes/askline.mjs").Demo} demo
 * @param {string} folder
 */
export async function drawDashboard(browser, demo, folder) {
  const owner = ownerOf(demo, "enterprise");
  const keys = `/orgs/${owner.orgId}/keys`;
  const pages = new Map([
    ["keys", keys],
    ...["webhooks", "notifications", "members", "credits", "audit", "settings"].map(
      (name) => /** @type {[string, string]} */ ([`organization-${name}`, `/orgs/${owner.orgId}/${name}`]),
    ),
    ["sites", `/orgs/${owner.orgId}/sites`],
    ["account", "/account"],
    ["absent", "/sites/site_nothing/overview"],
    ...Object.entries({
      live: "live",
      "overview-today": "overview?days=1",
      "overview-year": "overview?days=365",
      "overview-cited": "overview?figure=cited&loop=pages&by=folder",
      "overview-sheet": "overview?sheet=sources",
      "overview-empty": "overview?from=2020-01-01&to=2020-01-31",
      "page-sheet": "pages?open=%2Fguides%2Fflood-maps",
      folders: "pages?by=folder",
    }).map(([name, path]) => /** @type {[string, string]} */ ([name, `/sites/${demo.siteId}/${path}`])),
    ...[
      "overview",
      "pages",
      "questions",
      "citations",
      "widget",
      "crawlers",
      "settings",
      "prompts",
      "prompts/new",
      "rules",
      "rules?open=new",
      "rules/proposed",
    ].map((name) => /** @type {[string, string]} */ ([name.replace(/\W+/g, "-"), `/sites/${demo.siteId}/${name}`])),
  ]);
  let drawn = await drawStates(browser, demo, async (page, name) => {
    await page.screenshot({ path: join(folder, `dashboard-${name}.png`) });
  });
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const { context, page } = await newReader(browser, { viewport: { width, height: 900 }, colorScheme });
      const draw = async (/** @type {string} */ name) => {
        await page.screenshot({ path: join(folder, `dashboard-${name}-${width}-${colorScheme}.png`) });
        drawn += 1;
      };
      for (const door of [
        "login",
        "signup",
        "setup",
        "enter",
        "join",
        "forgot",
        "reset",
        "prove",
        "recipient",
        "undo",
      ]) {
        await page.goto(`${demo.listening}/${door}`, { waitUntil: "networkidle" });
        await draw(door);
      }
      await signIn(page, demo.listening + keys, owner);
      for (const [name, path] of pages) {
        await page.goto(demo.listening + path, { waitUntil: "networkidle" });
        await draw(name);
      }
      await page.goto(demo.listening + keys, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Create key" }).first().click();
      await page.getByRole("dialog").waitFor();
      await draw("create-key");
      await drawDialogs(page, demo, draw);
      await context.close();
    }
  }
  return drawn;
}
