// The published client of the Model Context Protocol.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

/**
 * A client that is connected with this key.
 * @param {{ listening: string }} demo
 * @param {string} key
 */
export async function connectedClient(demo, key) {
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
export const callTool = async (client, name, given) =>
  CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));
