// Runs the program for team chats that docs/webhooks.md prints.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const SECRET = Buffer.from("a secret of a webhook, 32 bytes.");

/** A chat that accepts only its own form, as Slack does. */
async function startChat() {
  const chat = { texts: /** @type {string[]} */ ([]), url: "", end: async () => {} };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    const { text, ...rest } = JSON.parse(body);
    const isOwn = typeof text === "string" && Object.keys(rest).length === 0;
    if (isOwn) chat.texts.push(text);
    response.writeHead(isOwn ? 200 : 400).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  chat.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`;
  chat.end = async () => {
    server.closeAllConnections();
    await once(server.close(), "close");
  };
  return chat;
}

async function freePort() {
  const server = createSocketServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await once(server.close(), "close");
  return port;
}

test("the printed program passes genuine messages on in the chat's form, and refuses forged and old ones", async () => {
  const document = await readFile(new URL("../../../docs/webhooks.md", import.meta.url), "utf8");
  const program = [...document.matchAll(/```js\n([^]*?)```/g)]
    .map(([, code = ""]) => code)
    .find((code) => code.includes("CHAT_URL"));
  assert.ok(program !== undefined, "docs/webhooks.md has the program");
  const folder = await mkdtemp(join(tmpdir(), "askline-chat-"));
  const file = join(folder, "relay.mjs");
  await writeFile(file, program);
  const [chat, port] = [await startChat(), await freePort()];
  const relay = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      ASKLINE_WEBHOOK_SECRET: `whsec_${SECRET.toString("base64")}`,
      CHAT_URL: chat.url,
      PORT: String(port),
    },
    stdio: "inherit",
  });
  const send = (/** @type {{ key?: Buffer, age?: number }} */ { key = SECRET, age = 0 } = {}) => {
    const body = JSON.stringify({
      type: "site.stale",
      timestamp: "2026-06-15T12:00:00.000Z",
      data: { site: { name: "Blog" } },
    });
    const time = Math.floor(Date.now() / 1000) - age;
    const signature = createHmac("sha256", key).update(`msg_1.${time}.${body}`).digest("base64");
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(time),
      "webhook-signature": `v1,${signature}`,
    };
    return fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
  };
  try {
    let first = await send().catch(() => null);
    while (first === null) {
      assert.equal(relay.exitCode, null, "the program runs");
      await new Promise((resolve) => setImmediate(resolve));
      first = await send().catch(() => null);
    }
    assert.equal(first.status, 204);
    assert.deepEqual(chat.texts, ["site.stale Blog"]);
    assert.equal((await send({ key: Buffer.from("another secret") })).status, 400);
    assert.equal((await send({ age: 301 })).status, 400);
    assert.equal(chat.texts.length, 1, "only the genuine message arrived");
    await chat.end();
    assert.equal((await send()).status, 502, "a chat that cannot be reached makes Askline send the message again");
  } finally {
    relay.kill();
    await rm(folder, { recursive: true });
  }
});
