// Notifications in the dashboard: a channel is added, tested, and gets what is chosen. Its address is not shown again. Lists
// of sites that programs set for single events are kept.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after } from "node:test";

import { api, becomes, logIn, startDemo } from "../../scenes/askline.mjs";
import { newReader, openBrowser } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { ownerOf, signIn, unexpected, violations } from "../../scenes/dashboard.mjs";

const { test } = journeysOf(import.meta.url);

const SETTINGS = { ASKLINE_LIMITS__LOGIN_PER_MINUTE: "0", ASKLINE_OUTGOING__ALLOWED: "127.0.0.1/32" };

const [browser, demo] = await Promise.all([openBrowser(), startDemo(SETTINGS)]);
const owner = ownerOf(demo, "enterprise");
const { token } = await logIn(demo);
after(async () => {
  await browser.close();
  await demo.end();
});

/** A stand-in for a team chat. It answers with the status that it is given. */
async function startChat() {
  /** @type {any[]} */
  const received = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    received.push(JSON.parse(Buffer.concat(parts).toString()));
    response.writeHead(status).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/services/T00000000/B00000000/abcdefgh9fQ2`,
    received,
    /** @param {number} next */
    answers(next) {
      status = next;
    },
    end: () => new Promise((resolve) => server.close(resolve)),
  };
}

test("a channel is added, tested, and gets the events that are chosen for it", async () => {
  const chat = await startChat();
  const { context, page, problems } = await newReader(browser);
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/notifications`, owner);
  // The demo's own channel is disabled.
  await page.getByRole("link", { name: "#web" }).waitFor();
  await page.getByRole("button", { name: "Add channel" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("#seo");
  await dialog.getByLabel("Address").fill("https://example.com/hook");
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await dialog.getByText("Copy the address that the service shows for the channel.").waitFor();
  await dialog.getByLabel("Address").fill(chat.url);
  await dialog.getByRole("button", { name: "Add channel" }).click();
  await page.getByRole("link", { name: "#seo" }).waitFor();
  await page.getByText("Slack, 127.0.0.1/…9fQ2").waitFor();
  assert.ok(!(await page.content()).includes("T00000000"), "the address is not shown again");

  chat.answers(500);
  await page.getByRole("button", { name: "Actions for #seo" }).click();
  await page.getByRole("menuitem", { name: "Send a test message" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("The receiver answered 500.").waitFor();
  chat.answers(200);
  await sheet.getByRole("button", { name: "Send a test message" }).click();
  await sheet.getByText("Sent", { exact: true }).waitFor();
  await becomes(async () => chat.received.map(({ text }) => text), Array(2).fill("Test message from Askline"));

  await sheet.getByRole("button", { name: "Choose what is sent" }).click();
  await page.getByRole("checkbox", { name: "A key is created" }).click({ force: true });
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const routes = async () => (await api(demo, `/orgs/${owner.orgId}/notifications`, { bearer: token })).items;
  await becomes(async () => (await routes()).filter((/** @type {any} */ { kind }) => kind === "key.created").length, 1);
  await page.keyboard.press("Escape");
  await page.getByRole("row", { name: /A key is created/ }).waitFor();
  assert.deepEqual(await violations(page), []);
  await api(demo, `/keys?orgId=${owner.orgId}`, { bearer: token, method: "POST", body: { scopes: ["org:read"] } });
  await becomes(async () => chat.received.at(-1)?.text, "An API key was created");

  await page.getByRole("button", { name: "Actions for #seo" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "#seo" }).waitFor({ state: "detached" });
  assert.deepEqual(unexpected(problems), []);
  await context.close();
  await chat.end();
});

test("lists of sites that were set for single kinds are kept when others are chosen", async () => {
  const { context, page, problems } = await newReader(browser);
  const address = "https://hooks.slack.com/services/T00000000/B00000000/abcdefgh9fQ4";
  /** @type {(path: string, method: string, body?: any) => Promise<any>} */
  const ask = (path, method, body) => api(demo, path, { bearer: token, method, body });
  const { id } = await ask(`/notifications/channels?orgId=${owner.orgId}`, "POST", {
    type: "slack",
    name: "#own",
    address,
  });
  const path = `/orgs/${owner.orgId}/notifications`;
  const { items } = await ask(path, "GET");
  const own = [
    { kind: "site.stale", channelId: id, siteIds: [demo.siteId] },
    { kind: "report.weekly", channelId: id, siteIds: null },
  ];
  await ask(path, "PUT", { items: [...items, ...own] });
  await signIn(page, `${demo.listening}/orgs/${owner.orgId}/notifications`, owner);
  await page.getByRole("row", { name: /Weekly report/ }).waitFor();
  await page.getByRole("button", { name: "Actions for #own" }).click();
  await page.getByRole("menuitem", { name: "Choose what is sent…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("each keeps its own").waitFor();
  await dialog.getByRole("checkbox", { name: "Monthly report" }).click({ force: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const saved = (await ask(path, "GET")).items.filter((/** @type {any} */ { channelId }) => channelId === id);
  const sites = Object.fromEntries(saved.map((/** @type {any} */ { kind, siteIds }) => [kind, siteIds]));
  assert.deepEqual(sites, { "site.stale": [demo.siteId], "report.weekly": null, "report.monthly": null });
  assert.deepEqual(unexpected(problems), []);
  await context.close();
});
