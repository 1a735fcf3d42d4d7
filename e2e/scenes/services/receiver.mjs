// A receiver of webhooks on this machine. It checks signatures with the published Standard Webhooks library.

import { createServer } from "node:http";

import { Webhook } from "standardwebhooks";

/** @typedef {{ type: string, timestamp: string, data: any }} Message */

/** Starts a receiver on a free port. It accepts nothing before it has the secret. */
export async function startReceiver() {
  /** @type {Message[]} */
  const received = [];
  /** @type {Webhook | undefined} */
  let verifier;
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    try {
      const headers = /** @type {Record<string, string>} */ (request.headers);
      if (verifier === undefined) throw new Error("no secret yet");
      received.push(/** @type {Message} */ (verifier.verify(Buffer.concat(parts).toString(), headers)));
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    /** @param {string} secret */
    knows(secret) {
      verifier = new Webhook(secret);
    },
    end: () => new Promise((resolve) => server.close(resolve)),
  };
}
