// A person connects an assistant without a key, by keyboard alone, and ends it again.
//
// The assistant is the published client of the Model Context Protocol.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { after } from "node:test";

import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

import { freePort } from "../../../deploy/throwaway_servers.mjs";
import { newReader } from "../../scenes/browser.mjs";
import { journeysOf } from "../../scenes/cells.mjs";
import { signIn, unexpected, violations } from "../../scenes/dashboard.mjs";
import { openDemo } from "../../scenes/opened_demo.mjs";

const { test } = journeysOf(import.meta.url);

const listen = `127.0.0.1:${await freePort()}`;
const { browser, demo, owner, end } = await openDemo({
  ASKLINE_LISTEN: listen,
  ASKLINE_PUBLIC_URL: `http://${listen}`,
});
after(end);

/** More controls than the page has before the button. */
const MAX_TABS = 80;

/** The program to which the browser returns with the code. */
async function startCallback() {
  /** @type {(code: string) => void} */
  let received = () => undefined;
  /** @type {Promise<string>} */
  const code = new Promise((resolve) => {
    received = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/callback") received(searchParams.get("code") ?? "");
    response.end("<!doctype html><title>Done</title><h1>Return to your assistant</h1>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { url: `http://127.0.0.1:${address.port}/callback`, code, close: () => server.close() };
}

/**
 * What the published client stores, in memory.
 * @param {string} redirectUrl
 */
function provider(redirectUrl) {
  /** @type {any} */
  const stored = {};
  return {
    stored,
    redirectUrl,
    clientMetadata: { client_name: "Test assistant", redirect_uris: [redirectUrl] },
    clientInformation: () => stored.client,
    saveClientInformation: (/** @type {any} */ client) => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: (/** @type {any} */ tokens) => void (stored.tokens = tokens),
    redirectToAuthorization: (/** @type {URL} */ url) => void (stored.page = url),
    saveCodeVerifier: (/** @type {string} */ verifier) => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier,
  };
}

/**
 * Presses Tab until a control with this name has the focus.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function tabTo(page, name) {
  for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.textContent?.trim() === wanted, name)) return;
  }
  throw new Error(`Tab does not reach “${name}”.`);
}

test("a person connects an assistant by keyboard, and ends it under connected apps", async () => {
  const callback = await startCallback();
  const own = provider(callback.url);
  const newTransport = () => new StreamableHTTPClientTransport(new URL("/mcp", demo.listening), { authProvider: own });
  const first = newTransport();
  await assert.rejects(
    new Client({ name: "askline-e2e", version: "1.0.0" }).connect(first),
    (error) => error instanceof UnauthorizedError,
  );

  const { context, page, problems } = await newReader(browser);
  await signIn(page, String(own.stored.page), owner);
  await page.getByRole("heading", { name: "Connect an app" }).waitFor();
  await page.getByText("“Test assistant”").waitFor();
  await page.getByText("Continue only if you have just started this yourself.").waitFor();
  assert.deepEqual(await violations(page), []);
  await tabTo(page, "Connect");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Return to your assistant" }).waitFor();
  await first.finishAuth(await callback.code);

  const client = new Client({ name: "askline-e2e", version: "1.0.0" });
  await client.connect(newTransport());
  const answer = await client.callTool({ name: "list_sites", arguments: {} });
  assert.notEqual(answer.isError, true, JSON.stringify(answer));
  const { access_token: token } = own.stored.tokens;

  await page.goto(`${demo.listening}/account`);
  const row = page.getByRole("row", { name: /Test assistant/ });
  await row.waitFor();
  await tabTo(page, "Disconnect");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("The app is refused immediately.").waitFor();
  await tabTo(page, "Disconnect");
  await page.keyboard.press("Enter");
  await row.waitFor({ state: "detached" });
  const refused = await fetch(`${demo.listening}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get("www-authenticate") ?? "", /resource_metadata=/);
  assert.deepEqual(unexpected(problems), []);
  await client.close();
  callback.close();
  await context.close();
});
