// A shared link is created beside its preview. It is opened in another browser, and ended while open.

import assert from "node:assert/strict";
import { after } from "node:test";

import { becomes } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

/** A picture of one blue pixel. */
const LOGO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQ9Z8IAAGKAP4H8TdlAAAAAElFTkSuQmCC";

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

test("a brand that an owner chooses is at the head of links and reports, and the organization lists its links", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/settings`, owner);
  const brand = page.getByRole("region", { name: "Brand of the organization" });
  await brand.getByLabel("Brand name").fill("<b>Studio</b> & Söhne");
  await brand.getByRole("textbox", { name: "Color", exact: true }).fill("#ffff00");
  await brand
    .locator("input[type=file]")
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("GIF89a") });
  await brand.getByRole("button", { name: "Save brand" }).click();
  await brand.getByText("The logo must be a PNG file.").waitFor();
  await brand
    .locator("input[type=file]")
    .setInputFiles({ name: "b.png", mimeType: "image/png", buffer: Buffer.from(LOGO, "base64") });
  await brand.getByText("Say “measured with Askline” in the foot").click();
  await brand.getByRole("button", { name: "Save brand" }).click();
  await brand.getByRole("status").getByText("Saved.").waitFor();
  assert.deepEqual(await violations(page), []);

  const viewer = await newReader(browser);
  // The address has the port of the server that filled the demo.
  await viewer.page.goto(demo.listening + demo.sharedLink.slice(demo.sharedLink.indexOf("/shared#")));
  const logo = viewer.page.getByRole("img", { name: "<b>Studio</b> & Söhne" });
  await logo.waitFor();
  await becomes(() => logo.evaluate((img) => /** @type {HTMLImageElement} */ (img).naturalWidth), 1);
  const file = await viewer.context.request.get(demo.listening + (await logo.getAttribute("src")));
  assert.equal(file.headers()["content-type"], "image/png");
  assert.equal(file.headers()["x-content-type-options"], "nosniff");
  assert.equal(file.headers()["content-security-policy"], "default-src 'none'; sandbox");
  await viewer.page.getByText("shared by <b>Studio</b> & Söhne").waitFor();
  assert.equal(await viewer.page.getByText("measured with Askline").count(), 0);
  // Yellow cannot be read on white: axe would find it.
  assert.deepEqual(await violations(viewer.page), []);
  await viewer.context.close();

  await page.goto(`${demo.listening}/sites/${demo.siteId}/report`);
  const report = page.getByRole("article", { name: "Report" });
  await report.getByText("<b>Studio</b> & Söhne").waitFor();
  assert.equal(await report.getByText("measured with Askline").count(), 0);
  await page.goto(`${demo.listening}/orgs/${owner.orgId}/shared-links`);
  await page
    .getByRole("row", { name: /in AI answers/ })
    .getByRole("button", { name: /^End/ })
    .waitFor();
  await context.close();
});
