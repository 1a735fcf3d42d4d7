// Pictures of the dashboard for certain people and states, and of its German texts.

import { api } from "../scenes/askline.mjs";
import { newReader } from "../scenes/browser.mjs";
import { ORGANIZATION_PAGES } from "../scenes/checks/dashboard_loads.mjs";
import { enterAs, ownerOf, signIn } from "../scenes/dashboard.mjs";

/** @typedef {import("playwright-core").Page} Page */

const VIEWPORT = { viewport: { width: 1280, height: 900 } };

/**
 * Takes one picture of each; returns their number.
 * @param {import("playwright-core").Browser} browser
 * @param {import("../scenes/askline.mjs").Demo} demo
 * @param {(page: Page, name: string) => Promise<void>} draw
 */
export async function drawStates(browser, demo, draw) {
  let drawn = 0;
  const owner = ownerOf(demo, "enterprise");
  /** @param {Page} page @param {string} name @param {string} path */
  const show = async (page, name, path) => {
    await page.goto(demo.listening + path, { waitUntil: "networkidle" });
    await draw(page, name);
    drawn += 1;
  };

  const german = await newReader(browser, { ...VIEWPORT, locale: "de-DE" });
  await show(german.page, "german-login", "/login");
  await signIn(german.page, `${demo.listening}/account`, owner);
  for (const name of [
    "overview",
    "live",
    "pages",
    "questions",
    "citations",
    "crawlers",
    "widget",
    "prompts",
    "rules",
    "settings",
  ])
    await show(german.page, `german-${name}`, `/sites/${demo.siteId}/${name}`);
  for (const name of ORGANIZATION_PAGES)
    await show(german.page, `german-organization-${name.replace("/", "-")}`, `/orgs/${owner.orgId}/${name}`);
  await show(german.page, "german-account", "/account");

  await german.context.close();

  const { context, page } = await newReader(browser, VIEWPORT);
  await signIn(page, `${demo.listening}/account`, owner);
  const { token } = await api(demo, "/auth/login", {
    method: "POST",
    body: { email: owner.email, password: owner.password },
  });
  await show(page, "wrong-filter", `/sites/${demo.siteId}/overview?platform=nobody`);
  await show(page, "ended-session", "/account");
  await page.route("**/api/v1/**", (route) =>
    route.fulfill({
      status: 401,
      json: {
        data: null,
        error: {
          code: "SESSION_EXPIRED",
          message: "The session has ended.",
          docUrl: "/docs/errors#SESSION_EXPIRED",
          retryable: false,
        },
        meta: {},
      },
    }),
  );
  await page.getByLabel("Name", { exact: true }).fill("Somebody else");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor();
  await draw(page, "ended-session");
  await context.close();

  const viewer = await newReader(browser, VIEWPORT);
  await enterAs(viewer.page, demo, { orgId: owner.orgId, token }, "viewer");
  for (const name of ["keys", "sites", "sites/new"])
    await show(viewer.page, `viewer-${name.replace("/", "-")}`, `/orgs/${owner.orgId}/${name}`);
  await show(viewer.page, "viewer-citations", `/sites/${demo.siteId}/citations`);
  await viewer.context.close();

  const free = await newReader(browser, VIEWPORT);
  const small = ownerOf(demo, "free");
  await signIn(free.page, `${demo.listening}/account`, small);
  for (const name of ["keys", "sites", "sites/new"])
    await show(free.page, `free-${name.replace("/", "-")}`, `/orgs/${small.orgId}/${name}`);
  await free.context.close();
  return drawn;
}
