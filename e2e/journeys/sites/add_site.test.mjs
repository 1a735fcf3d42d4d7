// Adding a site: three steps, a status light, and a check of the page. The check says what blocks the widget.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { after, before } from "node:test";

import { api, becomes, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { enterAs, ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";

const { test, cell } = journeysOf(import.meta.url);

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {import("playwright-core").Browser} */
let browser;
/** A customer's site on this machine, with content set by a test.
 * @type {{ origin: string, body: string, policy: string | null, end: () => Promise<void> }} */
let pages;

before(async () => {
  [browser, demo, pages] = await Promise.all([
    openBrowser(),
    startDemo({ ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_OUTGOING__ALLOWED: "127.0.0.1/32" }),
    startPages(),
  ]);
});
after(async () => {
  await browser?.close();
  await demo?.end();
  await pages?.end();
});

async function startPages() {
  const site = {
    origin: "",
    body: "<!doctype html><title>A page</title>",
    policy: /** @type {string | null} */ (null),
    end: async () => {},
  };
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    if (site.policy !== null) response.setHeader("content-security-policy", site.policy);
    response.end(site.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  site.origin = `http://127.0.0.1:${port}`;
  site.end = async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  };
  return site;
}

test("a site is added, the light turns green with the first event of the copied line, and an ask is on Live and the overview", async () => {
  const owner = ownerOf(demo, "enterprise");
  const session = await logIn(demo);
  const { context, page, problems } = await newReader(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/sites`, owner);
  await page.getByRole("link", { name: "Add a site" }).click();
  await page.getByLabel("Domain").fill("not a domain");
  await page.getByRole("button", { name: "Add the site" }).click();
  await page.getByText("Enter a domain such as example.com.").waitFor();
  await page.getByLabel("Domain").fill("https://www.wortwerk.example/start?x=1");
  await page.getByLabel("Name").fill("Wortwerk");
  await page.getByRole("button", { name: "Add the site" }).click();
  await page.getByRole("heading", { name: "Set up Wortwerk" }).waitFor();
  const siteId = /** @type {string} */ (/sites\/(site_\w+)\/start/.exec(page.url())?.[1]);
  const site = await api(demo, `/sites/${siteId}`);
  assert.deepEqual([site.domain, site.name], ["wortwerk.example", "Wortwerk"]);
  // A page on this machine replaces the customer's.
  await api(demo, `/sites/${siteId}`, {
    bearer: session.token,
    method: "PATCH",
    body: { allowedOrigins: [pages.origin] },
  });

  await page.getByText("No visit counted yet.").waitFor();
  await page.getByRole("button", { name: "Copy: snippet" }).click();
  await page.getByRole("button", { name: "Copied: snippet" }).waitFor();
  const line = await page.evaluate(() => navigator.clipboard.readText());
  for (const kind of ["WordPress", "Shopify", "Next.js", "Google Tag Manager"]) {
    await page.getByRole("tab", { name: kind }).click();
    assert.ok((await page.getByRole("tabpanel").locator("code").first().innerText()).includes(siteId), kind);
  }

  const manager = await page.getByRole("tabpanel").locator("code").first().innerText();
  const asks = async () => (await api(demo, `/analytics/${siteId}/live`)).totals.asks;
  for (const [place, snippet] of [line, manager].entries()) {
    pages.body = `<!doctype html><html lang="en"><title>A page</title><body><article><h1>Words</h1><p>Text.</p></article>${snippet}</body></html>`;
    const reader = await newReader(browser);
    await reader.page.goto(`${pages.origin}/first`);
    await page.getByText("The widget was seen on").waitFor();
    await reader.page.locator("askline-widget a", { hasText: "ChatGPT" }).first().click();
    await becomes(asks, place + 1);
    assert.deepEqual(reader.problems, []);
    await reader.context.close();
  }
  await page.getByRole("link", { name: "View dashboard" }).click();
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  const figure = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "AI asks", exact: true }) });
  await figure.getByText("2", { exact: true }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Live" }).click();
  await page.getByRole("heading", { level: 1, name: "Live" }).waitFor();
  assert.equal(await page.getByText("Someone asked ChatGPT").count(), 2);
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a domain that a site already has is warned of before anything is sent, with a link to the site, and can be added anyway", async () => {
  const owner = ownerOf(demo, "enterprise");
  const session = await logIn(demo);
  const create = (/** @type {object} */ body) =>
    api(demo, `/sites?orgId=${owner.orgId}`, { bearer: session.token, method: "POST", body });
  const having = async (/** @type {string} */ domain) =>
    (await api(demo, `/sites?orgId=${owner.orgId}&limit=200`, { bearer: session.token })).items.filter(
      (/** @type {any} */ site) => site.domain === domain,
    );
  const first = await create({ domain: "bücher.example", name: "Books" });
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/sites/new`, owner);
  const warning = page.getByText("Another site already has this domain:");
  await page.getByLabel("Domain").fill("https://WWW.Bücher.example:443/start");
  await warning.waitFor();
  assert.match(
    (await page.getByRole("link", { name: "Books", exact: true }).getAttribute("href")) ?? "",
    new RegExp(`/sites/${first.id}/overview`),
  );
  assert.deepEqual(await violations(page), []);
  await page.getByLabel("Domain").fill("books.example");
  await warning.waitFor({ state: "detached" });
  // A colleague adds the same domain after the list of this page was read.
  await create({ domain: "books.example", name: "Colleague" });
  await page.getByRole("button", { name: "Add the site" }).click();
  await page.getByRole("link", { name: "Colleague", exact: true }).waitFor();
  assert.equal((await having("books.example")).length, 1, "nothing was sent");
  await page.getByRole("button", { name: "Add it anyway" }).click();
  await page.getByRole("heading", { name: "Set up books.example" }).waitFor();
  assert.equal((await having("books.example")).length, 2);
  await page.getByRole("listitem").filter({ hasText: "Your site" }).getByRole("link", { name: "Colleague" }).waitFor();
  await page.goto(`${demo.listening}/sites/${first.id}/settings`);
  await page.getByLabel("Domain").fill("https://books.example/");
  await page.getByText("2 other sites already have this domain:").waitFor();
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});

test("a look at the page says in plain words what keeps the widget out", async () => {
  const owner = ownerOf(demo, "enterprise");
  const session = await logIn(demo);
  const { id } = await api(demo, `/sites?orgId=${session.orgId}`, {
    bearer: session.token,
    method: "POST",
    body: { domain: "nobody.invalid", name: "Nobody" },
  });
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${id}/overview`, owner);
  await page.getByRole("heading", { name: "Set up Nobody" }).waitFor();
  await page.getByRole("button", { name: "Check my page" }).click();
  await page.getByText("The page did not respond.").waitFor();
  await page.getByRole("button", { name: "Check again" }).waitFor();
  const citable = page.getByRole("region", { name: "Can engines cite this site?" });
  await citable.getByText("robots.txt could not be read.").waitFor();
  await citable.getByText("Connect your server’s log").waitFor();
  assert.equal(await citable.getByRole("listitem").count(), 5);
  await context.close();
});

test("an address whose events are refused is shown at the first steps, and counts once it is allowed; another's is not offered", async () => {
  const owner = ownerOf(demo, "enterprise");
  const session = await logIn(demo);
  const site = await api(demo, "/sites?orgId=" + owner.orgId, {
    bearer: session.token,
    method: "POST",
    body: { name: "Refused", domain: "blog.refused.example", timezone: "UTC" },
  });
  const send = (/** @type {string} */ origin) =>
    fetch(`${demo.listening}/api/v1/events`, {
      method: "POST",
      headers: { "content-type": "text/plain", origin },
      body: JSON.stringify({ siteId: site.id, type: "view", eventId: crypto.randomUUID(), url: `${origin}/` }),
    });
  await send("https://www.refused.example");
  await send("https://www.refused.example");
  await send("https://elsewhere.example");
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${site.id}/start`, owner);
  const refused = page.getByRole("region", { name: "Pages that are not counted" });
  const own = refused.getByRole("listitem").filter({ hasText: "https://www.refused.example" });
  await own.getByText("2 events refused").waitFor();
  const other = refused.getByRole("listitem").filter({ hasText: "https://elsewhere.example" });
  await other.getByText("This origin is not part of blog.refused.example").waitFor();
  assert.equal(await other.getByRole("button").count(), 0);
  assert.deepEqual(await violations(page), []);
  await own.getByRole("button", { name: "Allow https://www.refused.example" }).click();
  await own.waitFor({ state: "detached" });
  assert.deepEqual(
    (await api(demo, `/sites/${site.id}`, { bearer: session.token })).allowedOrigins.includes(
      "https://www.refused.example",
    ),
    true,
  );
  assert.equal((await (await send("https://www.refused.example")).json()).data.accepted, 1);
  await page.getByText("The widget was seen on").waitFor();
  assert.deepEqual(unexpected(problems), []);
  await page.goto(`${demo.listening}/sites/${site.id}/settings`);
  await refused.getByText("https://elsewhere.example").waitFor();
  await context.close();
});

test("where no engine can be asked, a new monitor says so before it is saved, and no run is promised after", async () => {
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/sites/${demo.siteId}/citations`, ownerOf(demo, "enterprise"));
  await page.getByRole("button", { name: "Track a question" }).click();
  const dialog = page.getByRole("dialog");
  const chosen = dialog.getByRole("checkbox", { name: "ChatGPT" });
  await chosen.waitFor({ state: "attached" });
  await dialog.getByText("None of these engines is set up").waitFor();
  assert.ok((await dialog.getByText(/No API key is configured for/).count()) > 0, "each engine says why");
  await dialog.getByLabel("Question").fill("Which ink for rainy rivers?");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Which ink for rainy rivers?").first().waitFor();
  await dialog.getByLabel("Question").waitFor({ state: "detached" });
  // The next step asks whether to run it now.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page
    .getByText(/[\d,]+ credits/)
    .first()
    .waitFor();
  assert.equal(await page.getByText("next run").count(), 0);
  await context.close();
});

test("a full plan says so, and nothing is added", async () => {
  const owner = ownerOf(demo, "free");
  const token = (
    await api(demo, "/auth/login", { method: "POST", body: { email: owner.email, password: owner.password } })
  ).token;
  const sites = async () => (await api(demo, `/sites?orgId=${owner.orgId}`, { bearer: token })).items.length;
  if ((await sites()) === 0)
    await api(demo, `/sites?orgId=${owner.orgId}`, { bearer: token, method: "POST", body: { domain: "only.example" } });
  const { context, page } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/sites/new`, owner);
  await page.getByLabel("Domain").fill("second.example");
  await page.getByRole("button", { name: "Add the site" }).click();
  await page.getByText("Nothing was added.").waitFor();
  await page.getByRole("link", { name: "Go to your sites" }).waitFor();
  assert.equal(await sites(), 1);
  await context.close();
});

test("a viewer at the address sees whom to ask, and no link leads there", async () => {
  const session = await logIn(demo);
  const { context, page } = await newReader(browser);
  await enterAs(page, demo, session, "viewer");
  assert.equal(await page.getByRole("link", { name: "Add a site" }).count(), 0);
  await page.goto(`${demo.listening}/orgs/${session.orgId}/sites/new`);
  await page.getByText("Only owners and admins can add sites").waitFor();
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  cell(`axe finds nothing on the way in ${colorScheme}`, async () => {
    const owner = ownerOf(demo, "enterprise");
    const { token } = await logIn(demo);
    const body = { domain: `waiting-in-${colorScheme}.example` };
    const waiting = await api(demo, `/sites?orgId=${owner.orgId}`, { bearer: token, method: "POST", body });
    const { context, page } = await newReader(browser, { colorScheme });
    await signIn(page, `${demo.listening}/orgs/${owner.orgId}/sites`, owner);
    for (const path of [
      `/orgs/${owner.orgId}/sites/new`,
      `/sites/${waiting.id}/start`,
      `/sites/${demo.siteId}/start`,
    ]) {
      await page.goto(demo.listening + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      assert.deepEqual(await violations(page), [], path);
    }
    await context.close();
  });
}
