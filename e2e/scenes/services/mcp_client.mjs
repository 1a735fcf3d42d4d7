// The published client of the Model Context Protocol.

import assert from "node:assert/strict";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";

/** The maximum size of an answer in bytes. Source: docs/mcp.md. */
const MAX_ANSWER_BYTES = 24 * 1024;
/** More pages than any test has; stops a client whose pages never end. */
const MAX_PAGES = 2_000;

/**
 * A tool's answer when it does not refuse.
 * @typedef {{ facts: Record<string, any>, tables: Record<string, { columns: string[], rows: any[][], rowsFound: number }>,
 *   units: Record<string, string>, leftOut: string[], nextCursor: string | null }} Answer
 */

/**
 * A client that is connected with this key.
 * @param {{ listening: string }} demo
 * @param {string} key
 * @param {typeof fetch} [send] sends its requests
 */
export async function connectedClient(demo, key, send = fetch) {
  const client = new Client({ name: "askline-e2e", version: "1.0.0" });
  const headers = { authorization: `Bearer ${key}` };
  const options = { requestInit: { headers }, fetch: send };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", demo.listening), options));
  return client;
}

/**
 * A tool's answer.
 * @param {Client} client
 * @param {string} name
 * @param {Record<string, unknown>} given
 */
export const callTool = async (client, name, given) =>
  CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));

/**
 * Every page of a tool's answer, each of which must fit an assistant's context window.
 * @param {Client} client
 * @param {string} name
 * @param {Record<string, unknown>} given
 * @returns {Promise<Answer[]>}
 */
export async function readTool(client, name, given) {
  const pages = [];
  /** @type {string | null} */
  let cursor = null;
  do {
    const result = await callTool(client, name, cursor === null ? given : { ...given, cursor });
    assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
    const bytes = Buffer.byteLength(JSON.stringify(result));
    assert.ok(bytes <= MAX_ANSWER_BYTES, `${name}: ${bytes} bytes`);
    const answer = /** @type {Answer} */ (/** @type {unknown} */ (result.structuredContent));
    pages.push(answer);
    cursor = answer.nextCursor;
  } while (cursor !== null && pages.length < MAX_PAGES);
  assert.equal(cursor, null, `${name} comes to an end`);
  return pages;
}

/**
 * The rows of a table of all pages, as objects with the columns' names.
 * @param {Answer[]} pages
 * @param {string} name
 */
export const rowsOf = (pages, name) =>
  pages.flatMap(({ tables: { [name]: table } }) =>
    (table?.rows ?? []).map((row) => Object.fromEntries(row.map((cell, place) => [table?.columns[place], cell]))),
  );
