// The published client of the Model Context Protocol with the real binary.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Ajv2020 } from "ajv/dist/2020.js";
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";

import { api, logIn, startDemo } from "../../scenes/askline.mjs";
import { callTool, connectedClient, readTool, rowsOf } from "../../scenes/services/mcp_client.mjs";

const MADE_UP_KEY = "ak_0123456789abcdefghijABCDEFGHIJ0123456789";
const LOST_CITATION = "explain_lost_citation";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
/** @type {string} */
let orgId;
/** @type {Awaited<ReturnType<typeof connectedClient>>} */
let client;
before(async () => {
  demo = await startDemo();
  ({ orgId } = await logIn(demo));
  client = await connectedClient(demo, demo.key);
});
after(async () => {
  await client?.close();
  await demo?.end();
});

/**
 * A key of the demo's organization.
 * @param {...string} scopes
 * @returns {Promise<string>}
 */
async function keyWith(...scopes) {
  const { key } = await demo.run("key", "create", "--org", orgId, ...scopes.flatMap((scope) => ["--scope", scope]));
  return key;
}

const TABLE = {
  type: "object",
  required: ["columns", "rows", "rowsFound"],
  properties: { columns: { type: "array" }, rows: { type: "array" }, rowsFound: { type: "integer" } },
};
/** The form of every answer. Source: docs/mcp.md. */
const ANSWER = {
  type: "object",
  required: ["facts", "tables", "units", "leftOut", "nextCursor"],
  properties: {
    facts: { type: "object" },
    tables: { type: "object", additionalProperties: TABLE },
    units: { type: "object", additionalProperties: { type: "string" } },
    range: { type: "object" },
    leftOut: { type: "array", items: { type: "string" } },
    nextCursor: { type: ["string", "null"] },
  },
  additionalProperties: false,
};
const REFUSAL = { type: "object", required: ["code", "message", "retryable"] };

describe("an assistant with a key", () => {
  test("is answered by every reading tool within 24 KiB, in one form", async () => {
    const { siteId } = demo;
    const first = async (/** @type {string} */ path) => (await api(demo, `${path}?limit=1`)).items[0].id;
    const rule = { name: "No widget on the blog", match: { paths: ["/blog/**"] }, action: { type: "hide_widget" } };
    await api(demo, `/rules/${siteId}`, { method: "POST", body: rule });
    const started = await callTool(client, "regenerate_prompts", { siteId, questions: false });
    const ids = {
      siteId,
      orgId,
      promptId: await first(`/prompts/${siteId}`),
      ruleId: await first(`/rules/${siteId}`),
      citationId: await first(`/citations/${siteId}`),
      jobId: /** @type {any} */ (started.structuredContent).facts.id,
      url: "https://example.com/",
    };
    const { tools } = await client.listTools();
    const isValid = new Ajv2020({ strict: false }).compile({ anyOf: [ANSWER, REFUSAL] });
    let read = 0;
    for (const { name, inputSchema, annotations, description, title } of tools) {
      assert.ok(description && title, name);
      const hints = ["readOnlyHint", "destructiveHint", "openWorldHint"];
      for (const hint of hints)
        assert.equal(typeof (/** @type {any} */ (annotations)?.[hint]), "boolean", `${name}: ${hint}`);
      if (!annotations?.readOnlyHint) continue;
      const needed = /** @type {(keyof typeof ids)[]} */ (inputSchema.required ?? []);
      const given = Object.fromEntries(needed.map((argument) => [argument, ids[argument]]));
      const properties = inputSchema.properties ?? {};
      const wide = "days" in properties ? { ...given, days: 90 } : given;
      const pages = await readTool(client, name, wide);
      for (const page of pages) assert.ok(isValid(page), `${name}: ${JSON.stringify(isValid.errors)}`);
      const refused = await callTool(client, name, { ...given, noSuchArgument: 1 });
      assert.equal(refused.isError, true, name);
      assert.ok(isValid(refused.structuredContent), `${name}: ${JSON.stringify(isValid.errors)}`);
      read += 1;
    }
    assert.ok(read >= 27, `${read} tools read`);
  });

  test("reads lists on to the end and has what the REST API lists", async () => {
    const { siteId } = demo;
    for (const [tool, path, given, key] of /** @type {[string, string, Record<string, unknown>, string][]} */ ([
      ["list_sites", "/sites", {}, "id"],
      ["list_prompts", `/prompts/${siteId}`, { siteId }, "id"],
      ["list_rules", `/rules/${siteId}`, { siteId }, "id"],
      ["list_citations", `/citations/${siteId}?days=90`, { siteId, days: 90 }, "id"],
      ["list_cited_urls", `/citations/${siteId}/urls?days=90`, { siteId, days: 90 }, "url"],
      ["show_pages", `/analytics/${siteId}/pages?days=90`, { siteId, days: 90 }, "path"],
      ["list_ledger_entries", "/credits/ledger", {}, "id"],
      ["list_config_versions", `/sites/${siteId}/config/versions`, { siteId }, "version"],
    ])) {
      const expected = await listed(path, key);
      for (const limit of [undefined, 3, 200]) {
        const pages = await readTool(client, tool, limit === undefined ? given : { ...given, limit });
        assert.deepEqual(
          rowsOf(pages, "items").map((row) => row[key]),
          expected,
          `${tool}, limit ${limit}`,
        );
      }
    }
  });

  test("gets from show_ai_clicks what the REST API returns, with units and days", async () => {
    const { siteId } = demo;
    const pages = await readTool(client, "show_ai_clicks", { siteId, days: 90 });
    const expected = await api(demo, `/analytics/${siteId}/ai?days=90`);
    assert.ok(expected.totals.aiClicks > 500);
    const [page] = pages;
    assert.equal(page?.facts["totals.aiClicks"], expected.totals.aiClicks);
    assert.equal(page?.units["aiClicks"], "clicks on assistants' buttons, without questions");
    assert.deepEqual(rowsOf(pages, "series"), expected.series);
    const platforms = expected.byPlatform.map((/** @type {any} */ { platform, value }) => ({ platform, value }));
    assert.deepEqual(rowsOf(pages, "byPlatform"), platforms);

    const wrong = await callTool(client, "show_ai_clicks", { siteId, days: 366 });
    assert.equal(wrong.isError, true);
    assert.match(JSON.stringify(wrong.content), /INVALID_PARAMETER: days/);
  });

  test("is offered prompts, which name the site and the days that were asked for", async () => {
    const { siteId } = demo;
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ["weekly_report", LOST_CITATION],
    );
    const report = await client.getPrompt({ name: "weekly_report", arguments: { siteId, week: "2026-11-18" } });
    const said = JSON.stringify(report.messages);
    assert.ok(said.includes(siteId) && said.includes("from=2026-11-16, to=2026-11-22"), said);
    await assert.rejects(client.getPrompt({ name: LOST_CITATION, arguments: { siteId } }), /page: is missing/);
    const typed = { name: "siteId", value: siteId.slice(0, 8) };
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "weekly_report" },
      argument: typed,
    });
    assert.ok(completion.values.includes(siteId), JSON.stringify(completion));
  });

  test("is refused with a key that does not exist", async () => {
    await assert.rejects(connectedClient(demo, MADE_UP_KEY), /INVALID_API_KEY|Unauthorized/);
    await assert.rejects(connectedClient(demo, ""), /UNAUTHENTICATED|Unauthorized/);
  });

  test("sees the tools of its scopes, and which scope another tool needs", async () => {
    const narrow = await connectedClient(demo, await keyWith("sites:read"));
    const names = (await narrow.listTools()).tools.map(({ name }) => name);
    const ofSites =
      "show_own_api_key list_sites show_site list_config_versions list_refused_origins show_missing_views list_annotations show_job";
    assert.equal(names.join(" "), ofSites);
    const refused = await callTool(narrow, "show_ai_clicks", { siteId: demo.siteId });
    const { code, requiredScope } = /** @type {any} */ (refused.structuredContent);
    assert.deepEqual([refused.isError, code, requiredScope], [true, "INSUFFICIENT_SCOPE", "analytics:read"]);
    await narrow.close();
  });

  test("learns from a tool's answer that it asks too often, and from 429 elsewhere", async () => {
    const pro = demo.organizations.find(({ plan, key }) => plan === "pro" && key !== null);
    assert.ok(pro?.key, "the demo has a key of the Pro plan");
    /** @type {Headers | undefined} */
    let latest;
    const noting = async (/** @type {any} */ address, /** @type {any} */ request) => {
      const response = await fetch(address, request);
      if (request?.method === "POST") latest = response.headers;
      return response;
    };
    const limited = await connectedClient(demo, pro.key, /** @type {typeof fetch} */ (noting));
    let result = await callTool(limited, "show_own_api_key", {});
    for (let asked = 0; asked < 200 && !result.isError; asked += 1)
      result = await callTool(limited, "show_own_api_key", {});
    const { code, retryable } = /** @type {any} */ (result.structuredContent);
    assert.deepEqual([result.isError, code, retryable], [true, "RATE_LIMITED", true]);
    assert.ok(Number(latest?.get("retry-after")) >= 1);
    await assert.rejects(limited.listTools(), /RATE_LIMITED/);
    await limited.close();
  });
});

describe("the protocol", () => {
  /**
   * Sends a message, valid or not.
   * @param {unknown} message
   * @param {Record<string, string>} [headers]
   */
  async function send(message, headers = {}) {
    const response = await fetch(`${demo.listening}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${demo.key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }
  const asking = (/** @type {string} */ method, /** @type {unknown} */ params = {}) => ({
    jsonrpc: "2.0",
    id: 7,
    method,
    params,
  });
  const beginning = (/** @type {string} */ protocolVersion) =>
    asking("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "e2e", version: "1" } });

  test("speaks each version that the client speaks, and its own newest to others, without a session", async () => {
    for (const version of SUPPORTED_PROTOCOL_VERSIONS.filter((known) => known >= "2024-11-05")) {
      const { body, headers } = await send(beginning(version));
      assert.equal(body.result.protocolVersion, version);
      assert.equal(headers.get("mcp-session-id"), null);
      assert.deepEqual(Object.keys(body.result.capabilities).sort(), ["completions", "prompts", "tools"]);
    }
    const { body } = await send(beginning("2099-01-01"));
    assert.ok(body.result.protocolVersion >= LATEST_PROTOCOL_VERSION, body.result.protocolVersion);
    // A session that the server did not make is ignored.
    const withSession = await send(asking("tools/list"), { "mcp-session-id": "made-up" });
    assert.equal(withSession.status, 200);
    const headers = { authorization: `Bearer ${demo.key}` };
    for (const method of ["GET", "DELETE"]) {
      const response = await fetch(`${demo.listening}/mcp`, { method, headers });
      assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"]);
    }
  });

  test("refuses pages of other origins, and takes notifications without a word", async () => {
    const foreign = await send(asking("tools/list"), { origin: "https://evil.example" });
    assert.deepEqual([foreign.status, foreign.body.error.data.code], [403, "ORIGIN_NOT_ALLOWED"]);
    for (const method of ["notifications/initialized", "notifications/cancelled"]) {
      const params = method.endsWith("cancelled") ? { requestId: 1 } : {};
      const noted = await send({ jsonrpc: "2.0", method, params });
      assert.deepEqual([noted.status, noted.body], [202, null], method);
    }
  });

  test("names what is wrong with a message by the numbers of JSON-RPC", async () => {
    const call = (/** @type {unknown} */ params) => asking("tools/call", params);
    for (const [message, status, code] of /** @type {[unknown, number, number][]} */ ([
      ["{", 400, -32700],
      ["", 400, -32700],
      [[asking("ping"), asking("ping")], 400, -32600],
      [{ jsonrpc: "1.0", id: 1, method: "ping" }, 400, -32600],
      [{ jsonrpc: "2.0", id: 1 }, 400, -32600],
      [call({}), 400, -32602],
      [call({ name: "list_sites", arguments: [] }), 400, -32602],
      [call({ name: "no_such_tool" }), 200, -32602],
      [asking("prompts/get", { name: "no_such_prompt" }), 200, -32602],
      [asking("tools/list", { cursor: "x" }), 200, -32602],
    ])) {
      const { status: answered, body } = await send(message);
      assert.deepEqual([answered, body.error.code], [status, code], JSON.stringify({ message, body }));
    }
    const { body } = await send(asking("secrets/tell"));
    assert.equal(body.error.code, -32601);
  });
});

/**
 * One field of every row of a list of the REST API.
 * @param {string} path
 * @param {string} field
 */
async function listed(path, field) {
  const found = [];
  let cursor = "";
  do {
    const address = `${demo.listening}/api/v1${path}${path.includes("?") ? "&" : "?"}limit=200${cursor}`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${demo.key}` } });
    const { data, meta } = await response.json();
    found.push(...data.items.map((/** @type {any} */ item) => item[field]));
    cursor = meta.pagination.hasMore ? `&cursor=${meta.pagination.nextCursor}` : "";
  } while (cursor !== "");
  return found;
}
