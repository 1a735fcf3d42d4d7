// The published client of the Model Context Protocol against the real binary.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { api, startDemo } from "./askline.mjs";
import { callTool, connectedClient } from "./mcp_client.mjs";

/** @type {Awaited<ReturnType<typeof startDemo>>} */
let demo;
before(async () => {
  demo = await startDemo();
});
after(async () => {
  await demo?.end();
});

describe("an assistant with a key", () => {
  test("lists the tools and is told by show_ai_clicks what the REST API tells", async () => {
    const client = await connectedClient(demo, demo.key);
    assert.equal(client.getServerVersion()?.name, "askline");
    const { tools } = await client.listTools();
    const clicks = tools.find((tool) => tool.name === "show_ai_clicks");
    assert.deepEqual(clicks?.inputSchema.required, ["siteId"]);

    const { siteId } = demo;
    const answer = await callTool(client, "show_ai_clicks", { siteId, days: 90 });
    const expected = await api(demo, `/analytics/${siteId}/ai?days=90`);
    assert.ok(expected.totals.aiClicks > 500);
    assert.deepEqual(answer.structuredContent, expected);
    assert.ok(!answer.isError);

    const wrong = await callTool(client, "show_ai_clicks", { siteId, days: 366 });
    assert.equal(wrong.isError, true);
    assert.match(JSON.stringify(wrong.content), /INVALID_PARAMETER: days/);
    await client.close();
  });

  test("gets no further than the door when the key is made up", async () => {
    await assert.rejects(connectedClient(demo, "ak_0123456789abcdefghijABCDEFGHIJ0123456789"), /INVALID_API_KEY|Unauthorized/);
    await assert.rejects(connectedClient(demo, ""), /UNAUTHENTICATED|Unauthorized/);
  });
});
