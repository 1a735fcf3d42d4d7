// A page of another site that fits a frame to the height it is told.

import { createServer } from "node:http";

const FITTING = `addEventListener("message", ({ origin, data }) => {
  (globalThis.told ??= []).push({ origin, data });
  if (data?.type === "askline:height") document.querySelector("iframe").style.height = data.height + "px";
});`;

/**
 * Serves such a page on a free port, which makes it an origin of its own.
 * @returns {Promise<{ origin: string, shows: (frame: string) => void, end: () => Promise<unknown> }>}
 */
export async function startEmbedding() {
  let frame = "";
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>Client</title><link rel="icon" href="data:,"><script>${FITTING}</script>` +
        `<body style="margin: 0; background: rgb(255, 0, 0)">${frame}`,
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    shows: (code) => void (frame = code),
    end: () => new Promise((resolve) => server.close(resolve)),
  };
}
