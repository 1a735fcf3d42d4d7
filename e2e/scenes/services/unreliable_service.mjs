// The service behind an unreliable network, simulated by a proxy. The proxy forwards everything, unless a test says
// otherwise.

import { createServer, request as ask } from "node:http";

/**
 * What happens to posts of events: they are passed on; get a 503; are cut off before the service gets them; or are
 * passed on, and the response is cut off.
 * @typedef {"passes" | "refuses" | "cuts" | "loses_answers"} Behavior
 */

/**
 * Starts the proxy.
 * @param {string} service
 */
export async function startUnreliableService(service) {
  /** @type {Behavior} */
  let behavior = "passes";
  let posts = 0;
  const { hostname, port } = new URL(service);
  const server = createServer((request, response) => {
    const isEvents = request.method === "POST" && (request.url ?? "").startsWith("/api/v1/events");
    if (isEvents) posts += 1;
    const now = isEvents ? behavior : "passes";
    if (now === "cuts") return void request.socket.destroy();
    if (now === "refuses") {
      // The headers of the service's response when its queue is full.
      const headers = {
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "Retry-After",
        "retry-after": "1",
        "content-type": "application/json",
      };
      request.resume();
      return void response.writeHead(503, headers).end('{"data":null,"error":{"code":"UNAVAILABLE"},"meta":{}}');
    }
    const onward = ask(
      { hostname, port, method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        if (now === "loses_answers") {
          answer.resume().on("end", () => request.socket.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** @param {Behavior} wanted */
    setBehavior(wanted) {
      behavior = wanted;
    },
    /** The number of posts of events so far, including failed ones. */
    posts: () => posts,
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
