// The published client of the Model Context Protocol against the real binary.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

import { api, startDemo } from "./askline.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
before(async () => {
  demo = await startDemo();
});
after(async () => {
  await demo?.end();
});

/**
 * A client that is connected with this key.
 * @param {string} key
 */
async function connected(key) {
  const client = new Client({ name: "askline-e2e", version: "1.0.0" });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", demo.listening), { requestInit: { headers } }));
  return client;
}

/**
 * What a tool answers.
 * @param {Client} client
 * @param {string} name
 * @param {Record<string, unknown>} given
 */
const call = async (client, name, given) =>
  CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));

describe("an assistant with a key", () => {
  test("lists the tools and is told by show_ai_clicks what the REST API tells", async () => {
    const client = await connected(demo.key);
    assert.equal(client.getServerVersion()?.name, "askline");
    const { tools } = await client.listTools();
    const clicks = tools.find((tool) => tool.name === "show_ai_clicks");
    assert.deepEqual(clicks?.inputSchema.required, ["siteId"]);

    const { siteId } = demo;
    const answer = await call(client, "show_ai_clicks", { siteId, days: 90 });
    const expected = await api(demo, `/analytics/${siteId}/ai?days=90`);
    assert.ok(expected.totals.aiClicks > 500);
    assert.deepEqual(answer.structuredContent, expected);
    assert.ok(!answer.isError);

    const wrong = await call(client, "show_ai_clicks", { siteId, days: 366 });
    assert.equal(wrong.isError, true);
    assert.match(JSON.stringify(wrong.content), /INVALID_PARAMETER: days/);
    await client.close();
  });

  test("gets no further than the door when the key is made up", async () => {
    await assert.rejects(connected("ak_0123456789abcdefghijABCDEFGHIJ0123456789"), /INVALID_API_KEY|Unauthorized/);
    await assert.rejects(connected(""), /UNAUTHENTICATED|Unauthorized/);
  });
});
