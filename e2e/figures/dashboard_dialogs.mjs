// Pictures of dialogs, of the steps to a new site, and of special states. These states say why something is
// missing.

import { api, logIn } from "../scenes/askline.mjs";
import { ownerOf } from "../scenes/dashboard.mjs";

/**
 * Takes one picture of each, signed in as the owner.
 * @param {import("playwright-core").Page} page
 * @param {import("../scenes/askline.mjs").Demo} demo
 * @param {(name: string) => Promise<void>} draw
 */
export async function drawDialogs(page, demo, draw) {
  const owner = ownerOf(demo, "enterprise");
  const open = (/** @type {string} */ path) => page.goto(demo.listening + path, { waitUntil: "networkidle" });
  const citations = `/sites/${demo.siteId}/citations`;
  await open(`${citations}?days=90`);
  await page
    .getByRole("table")
    .getByRole("link", { name: /\d of \d/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Copy evidence" }).waitFor();
  await draw("citations-answer");
  await page.getByRole("button", { name: "Run now…" }).first().click();
  await page.getByText("Maximum").waitFor();
  await draw("citations-run");
  await page.keyboard.press("Escape");
  await open(citations);
  await page.getByRole("button", { name: "Track a question" }).click();
  await page.getByRole("dialog").waitFor();
  await draw("citations-monitor");

  await open(`/orgs/${owner.orgId}/keys`);
  await page.getByRole("button", { name: "Create key" }).first().click();
  await page.getByRole("button", { name: /Expiration/ }).click();
  await page.getByRole("option", { name: "Custom date" }).click();
  await page.getByRole("button", { name: /Calendar/ }).click();
  await page.getByRole("grid").waitFor();
  await draw("create-key-last-day");

  await open(`/orgs/${owner.orgId}/sites/new`);
  await draw("add-site");
  const { token, orgId } = await logIn(demo);
  const fresh = await api(demo, `/sites?orgId=${orgId}`, {
    bearer: token,
    method: "POST",
    body: { domain: "new.example" },
  });
  await open(`/sites/${fresh.id}/start`);
  await draw("start");
  await open(`/sites/${fresh.id}/citations`);
  await draw("citations-nothing");
  await api(demo, `/sites/${fresh.id}`, { bearer: token, method: "DELETE", body: { name: fresh.name } }).catch(
    () => undefined,
  );

  await page.context().setOffline(true);
  await page.getByRole("link", { name: "90 days" }).click();
  await page.getByText("You’re offline.").waitFor();
  await page.getByRole("alert").first().waitFor();
  await draw("citations-no-connection");
  await page.context().setOffline(false);
}
