// A proxy that fails as networks do.
// It loses answers, is busy, or says nothing.

import { createServer } from "node:http";

/**
 * Starts the proxy. The first part of a path says how it fails: `/busy` answers the first request of each client, method and path with 503 and
 * `Retry-After`; `/lossy` passes that request on, and cuts the connection in place of the answer; `/silent` never answers.
 * @param {() => string} target the address of the instance
 */
export async function startFaultyFront(target) {
  /** @type {string[]} */
  const passed = [];
  const seen = new Set();
  const server = createServer(async (request, response) => {
    const [, fault, path] = /^\/(\w+)(\/.*)$/.exec(request.url ?? "") ?? [];
    const parts = [];
    for await (const part of request) parts.push(part);
    if (fault === "silent") return;
    const asked = `${request.headers["user-agent"]} ${request.method} ${request.url}`;
    const isFirst = !seen.has(asked);
    seen.add(asked);
    if (fault === "busy" && isFirst) {
      response.writeHead(503, { "retry-after": "1" }).end("<h1>Busy</h1>");
      return;
    }
    passed.push(`${request.method} ${path}`);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answer = await fetch(target() + path, {
      method: request.method,
      headers: /** @type {Record<string, string>} */ (headers),
      ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (fault === "lossy" && isFirst) {
      request.socket.destroy();
      return;
    }
    const kept = [...answer.headers].filter(([name]) => !["content-encoding", "content-length"].includes(name));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    /** How often a request reached the instance. @param {string} request method and path without a query */
    passedOn: (request) => passed.filter((one) => one.split("?")[0] === request).length,
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}
