// Shared links: created beside a preview, changed, embedded, opened elsewhere, and ended while open.

import assert from "node:assert/strict";
import { after } from "node:test";

import { api, becomes, logIn } from "../../scenes/askline.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";
import { startEmbedding } from "../../scenes/pages/embedding_page.mjs";

const { test } = journeysOf(import.meta.url);

const { browser, demo, owner, end } = await openDemo();
after(end);

/** @typedef {import("playwright-core").Locator} Locator */

/** A picture of one blue pixel. */
const LOGO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQ9Z8IAAGKAP4H8TdlAAAAAElFTkSuQmCC";

/**
 * The secret that the dialog shows, once it is no longer masked.
 * @param {Locator} dialog
 * @param {RegExp} form
 */
async function shown(dialog, form) {
  const secret = dialog.getByTestId("secret").filter({ hasText: form });
  return /** @type {string} */ (await secret.textContent());
}

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
  await dialog.getByRole("button", { name: "Show", exact: true }).click();
  const address = await shown(dialog, /\/shared#lk_[0-9A-Za-z]{38}$/);
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

/** @param {Record<string, unknown>} settings */
async function makeLink(settings) {
  const { token: bearer } = await logIn(demo);
  const body = { panels: ["figures", "pages"], range: { days: 30 }, ...settings };
  const { link, token } = await api(demo, `/links/${demo.siteId}`, { bearer, method: "POST", body });
  return { id: /** @type {string} */ (link.id), address: `${demo.listening}/shared#${token}`, token };
}

test("what was changed of a link, and nothing else, is sent, and its viewers see it", async () => {
  const { address } = await makeLink({ name: "Before", password: "four words in a row" });
  const viewer = await newReader(browser);
  await viewer.page.goto(address);
  await viewer.page.getByLabel("Password").fill("four words in a row");
  await viewer.page.getByRole("button", { name: "Show the figures" }).click();
  await viewer.page.getByRole("region", { name: "Pages" }).waitFor();

  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/settings`, owner);
  const links = page.getByRole("region", { name: "Shared links" });
  /** Opens the form, changes something in it and saves. Returns what was sent. */
  const change = async (/** @type {string} */ name, /** @type {(dialog: Locator) => Promise<void>} */ act) => {
    await links.getByRole("button", { name: `Change ${name}`, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Change “${name}”` });
    await dialog.getByRole("region", { name: "What the viewer sees" }).getByRole("heading", { name }).waitFor();
    await act(dialog);
    const sending = page.waitForRequest((request) => request.method() === "PATCH");
    await dialog.getByRole("button", { name: "Save" }).click();
    const sent = (await sending).postDataJSON();
    await dialog.waitFor({ state: "detached" });
    return sent;
  };
  const choose = async (/** @type {Locator} */ dialog, /** @type {string} */ field, /** @type {string} */ choice) => {
    await dialog.getByRole("button", { name: new RegExp(`${field}$`) }).click();
    await page.getByRole("option", { name: choice, exact: true }).click();
  };
  const type = async (/** @type {Locator} */ field, /** @type {string} */ digits) => {
    await field.getByRole("spinbutton").first().click();
    await page.keyboard.type(digits);
  };
  const first = await change("Before", async (dialog) => {
    await dialog.getByLabel("Name").fill("<i>After</i>");
    await choose(dialog, "Only this assistant or network", "ChatGPT");
    assert.equal(await dialog.getByRole("checkbox", { name: "Pages", exact: true }).isDisabled(), true);
    await dialog.getByText("Traffic sources").click();
    await dialog
      .getByRole("region", { name: "What the viewer sees" })
      .getByRole("region", { name: "Traffic sources" })
      .waitFor();
    assert.deepEqual(await violations(page), []);
  });
  assert.deepEqual(first, {
    name: "<i>After</i>",
    panels: ["figures", "referrers"],
    filter: { platforms: ["chatgpt"] },
  });
  await viewer.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await viewer.page.getByRole("heading", { level: 1, name: "<i>After</i>" }).waitFor();
  await viewer.page.getByRole("region", { name: "Pages" }).waitFor({ state: "detached" });
  await links.getByText(/with a password/).waitFor();

  const year = new Date().getFullYear();
  const second = await change("<i>After</i>", async (dialog) => {
    await choose(dialog, "Days", "fixed dates");
    await type(dialog.getByRole("group", { name: "From" }), `0105${year}`);
    await type(dialog.getByRole("group", { name: "To" }), `0109${year}`);
    await choose(dialog, "Expires", "never");
    await dialog.getByText("Remove the password").click();
    await dialog
      .getByRole("region", { name: "What the viewer sees" })
      .getByText(/Jan 5\D+9/)
      .first()
      .waitFor();
  });
  assert.deepEqual(second, {
    range: { from: `${year}-01-05`, to: `${year}-01-09` },
    expiresAt: null,
    password: null,
  });
  await links.getByText(/with a password/).waitFor({ state: "detached" });
  // Removing a password ends what is open; the page asks again, now without one.
  await viewer.page.goto("about:blank");
  await viewer.page.goto(address);
  await viewer.page
    .getByText(/Jan 5\D+9/)
    .first()
    .waitFor();

  // What is refused is said at its field, and nothing is stored.
  await links.getByRole("button", { name: "Change <i>After</i>", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change “<i>After</i>”" });
  const origins = dialog.getByLabel("Allowed origins for embedding");
  await origins.fill("https://example.com/path");
  await dialog.getByRole("button", { name: "Save" }).click();
  await becomes(() => origins.getAttribute("aria-invalid"), "true");
  assert.equal(await origins.evaluate((field) => document.activeElement === field), true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await viewer.context.close();
  await context.close();
});

test("a link with a password asks for it under the organization's brand, and names nothing else before", async () => {
  const { token: bearer } = await logIn(demo);
  const organization = `/orgs/${owner.orgId}`;
  const brand = { name: "Agentur <b>Süd</b>", accent: "#1d4f91", logoPng: LOGO };
  await api(demo, organization, { bearer, method: "PATCH", body: { brand } });
  const { address } = await makeLink({ name: "Hidden name", password: "four words in a row" });
  const viewer = await newReader(browser);
  await viewer.page.setViewportSize({ width: 390, height: 844 });
  await viewer.page.goto(address);
  const form = viewer.page.locator("form");
  await form.getByText(brand.name).waitFor();
  await becomes(() => form.locator("img").evaluate((logo) => /** @type {any} */ (logo).naturalWidth), 1);
  const button = form.getByRole("button", { name: "Show the figures" });
  assert.equal(await button.evaluate((element) => getComputedStyle(element).backgroundColor), "rgb(29, 79, 145)");
  assert.ok(!(await viewer.page.content()).includes("Hidden name"));
  assert.deepEqual(await violations(viewer.page), []);
  await form.getByLabel("Password").fill("five words in a row");
  await viewer.page.keyboard.press("Enter");
  await form.getByRole("alert").waitFor();
  await form.getByText(brand.name).waitFor();
  await form.getByLabel("Password").fill("four words in a row");
  await viewer.page.keyboard.press("Enter");
  await viewer.page.getByRole("heading", { level: 1, name: "Hidden name" }).waitFor();
  await viewer.context.close();
  await api(demo, organization, { bearer, method: "PATCH", body: { brand: null } });
});

test("a link is embedded only by pages of its origins, fits its content, and has the theme of its address", async () => {
  const [client, stranger] = await Promise.all([startEmbedding(), startEmbedding()]);
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/settings`, owner);
  const links = page.getByRole("region", { name: "Shared links" });
  await links.getByRole("button", { name: "Create shared link" }).click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByLabel("Name").fill("Framed");
  await dialog.getByLabel("Allowed origins for embedding").fill(client.origin);
  await dialog.getByRole("button", { name: "Create shared link" }).click();
  await dialog.getByRole("button", { name: "Show", exact: true }).last().click();
  const code = await shown(dialog, /^<iframe src="[^"]+\/embed\/lnk_\w+#lk_\w{38}"/);
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  const { pathname } = new URL(/src="([^"]+)"/.exec(code)?.[1] ?? "");

  const reader = await newReader(browser);
  /** @param {{ origin: string, shows: (frame: string) => void }} site */
  const open = async (site, theme = "") => {
    site.shows(code.replace(pathname, `${pathname}${theme}`));
    await reader.page.goto(`${site.origin}/report`);
    return reader.page.frameLocator("iframe");
  };
  const frame = await open(client);
  await frame.getByRole("heading", { level: 1, name: "Framed" }).waitFor();
  await frame.getByRole("region", { name: "Pages" }).getByRole("table").waitFor();
  assert.deepEqual(reader.problems, []);
  assert.deepEqual(await reader.context.cookies(), []);
  const iframe = reader.page.locator("iframe");
  const heights = async () => [
    await iframe.evaluate((element) => element.clientHeight),
    Math.ceil(await frame.locator("main").evaluate((element) => element.getBoundingClientRect().height)),
  ];
  const fits = async () => {
    const [given, needed] = await heights();
    return given === needed;
  };
  await becomes(fits, true);
  const [wide] = await heights();
  await reader.page.setViewportSize({ width: 360, height: 800 });
  await becomes(async () => (await fits()) && (await heights())[0] > wide, true);
  const told = await reader.page.evaluate(() => /** @type {any} */ (globalThis).told);
  for (const { origin, data } of told) {
    assert.equal(origin, demo.listening);
    assert.deepEqual(Object.keys(data).sort(), ["height", "type"]);
  }

  const color = () => frame.locator("h1").evaluate((heading) => getComputedStyle(heading).color);
  const colors = new Set();
  for (const theme of ["light", "dark"]) {
    await open(client, `?theme=${theme}`);
    await frame.getByRole("heading", { level: 1, name: "Framed" }).waitFor();
    assert.equal(await frame.locator("html").getAttribute("data-theme"), theme);
    const background = frame.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
    assert.equal(await background, "rgba(0, 0, 0, 0)");
    colors.add(await color());
  }
  assert.equal(colors.size, 2);

  const refused = reader.page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await open(stranger);
  await refused;
  assert.equal(await frame.getByRole("heading", { name: "Framed" }).count(), 0);
  assert.equal(await reader.page.evaluate(() => /** @type {any} */ (globalThis).told), undefined);

  // A page of an origin that is added later can show it from then on.
  await links.getByRole("button", { name: "Change Framed" }).click();
  const form = page.getByRole("dialog", { name: "Change “Framed”" });
  const origins = form.getByLabel("Allowed origins for embedding");
  assert.equal(await origins.inputValue(), client.origin);
  await origins.fill(`${client.origin}\n${stranger.origin}`);
  await form.getByText(`${pathname}#lk_`).waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await open(stranger);
  await frame.getByRole("heading", { level: 1, name: "Framed" }).waitFor();
  await reader.context.close();
  await context.close();
  await Promise.all([client.end(), stranger.end()]);
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
