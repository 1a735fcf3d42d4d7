// A shared link is created beside its preview. It is opened in another browser, and ended while open.

import assert from "node:assert/strict";
import { after } from "node:test";

import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

test("a link shows its panels in a browser without an account, and says that it has ended as soon as it is", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/settings`, owner);
  const links = page.getByRole("region", { name: "Shared links" });
  await links.getByRole("button", { name: "Create shared link" }).click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel("Name").fill("<b>Guides</b>");
  const preview = dialog.getByRole("region", { name: "What the viewer sees" });
  await preview.getByRole("heading", { name: "<b>Guides</b>" }).waitFor();
  await preview
    .getByRole("region", { name: "Figures" })
    .getByText("AI asks")
    .filter({ visible: true })
    .first()
    .waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Create shared link" }).click();
  await dialog.getByRole("button", { name: "Show" }).click();
  const address = (await dialog.getByTestId("secret").textContent()) ?? "";
  assert.match(address, /\/shared#lk_[0-9A-Za-z]{38}$/);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();

  const viewer = await newReader(browser);
  const asked = /** @type {string[]} */ ([]);
  viewer.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await viewer.page.goto(address);
  await viewer.page.getByRole("heading", { level: 1, name: "<b>Guides</b>" }).waitFor();
  await viewer.page.getByRole("region", { name: "Pages" }).getByRole("table").waitFor();
  assert.equal(await viewer.page.getByRole("region", { name: "Devices" }).count(), 0);
  assert.deepEqual(await violations(viewer.page), []);
  const api = [...new Set(asked.filter((path) => path.startsWith("/api/")))].sort();
  assert.deepEqual(api, ["/api/v1/auth/link", `/api/v1/links/${demo.siteId}/view`]);
  assert.deepEqual(await viewer.context.cookies(), []);
  const response = await fetch(`${demo.listening}/shared`);
  assert.equal(response.headers.get("x-robots-tag"), "noindex");
  assert.equal(response.headers.get("referrer-policy"), "no-referrer");

  await links.getByRole("button", { name: "End <b>Guides</b>" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End shared link" }).click();
  await links.getByRole("button", { name: "End <b>Guides</b>" }).waitFor({ state: "detached" });
  // What a person does who comes back to the tab.
  await viewer.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await viewer.page.getByRole("heading", { name: "This link has ended" }).waitFor();
  assert.equal(await viewer.page.getByRole("table").count(), 0, "no figure is left on the page");
  await viewer.context.close();
  await context.close();
});
