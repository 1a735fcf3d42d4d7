// A shop whose pages a generation can read. It is at http://localhost, the only address for a domain without a
// certificate, and needs port 80.

import { createServer } from "node:http";

const text = (/** @type {string} */ subject) =>
  `<p>${`The ${subject} is made for long days outside. It keeps water out and warmth in, and it can be mended at home. `.repeat(6)}</p>`;

/** By their paths. @type {ReadonlyMap<string, [title: string, body: string]>} */
export const PAGES = new Map([
  [
    "/",
    [
      "Kestrel Outdoor",
      `<p>Boots, tents and how to care for them.</p>${text("gear")}<h2>Boots</h2><h2>Tents</h2><h2>Care</h2>`,
    ],
  ],
  [
    "/boots/kestrel",
    [
      "Kestrel Hiking Boots",
      `${text("boot")}<h2>Which sole is best on wet rock?</h2>${text("sole")}<h2>How long do they last?</h2>${text("leather")}`,
    ],
  ],
  [
    "/tents/lark",
    [
      "Lark Two-Person Tent",
      `${text("tent")}<h2>How heavy is it?</h2>${text("fabric")}<h2>Does it stand in a storm?</h2>${text("pole")}`,
    ],
  ],
  [
    "/care/waxing",
    ["Waxing leather boots", `${text("wax")}<h2>How often should boots be waxed?</h2>${text("leather")}`],
  ],
  ["/contact", ["Contact", "<p>Write to us.</p>"]],
]);

/** The settings with which an instance can read the shop. */
export const READS_SHOP = { ASKLINE_OUTGOING__ALLOWED: "127.0.0.1/32,::1/128" };

/** Longer than any other journey uses the port. */
const MAX_PORT_WAIT_MS = 400_000;

/** The shop as a site. */
export const SHOP = {
  name: "Kestrel Outdoor",
  domain: "localhost",
  allowedOrigins: ["http://localhost"],
  timezone: "UTC",
};

/**
 * Serves the pages. `carry` puts the widget of a site into them. `skip` says why this cannot run here if the user may
 * not open the port. While another journey has the port, it waits.
 */
export async function startShop() {
  /** @type {{ siteId: string, service: string } | null} */
  let carried = null;
  const server = createServer((request, response) => {
    const page = PAGES.get(new URL(request.url ?? "/", "http://localhost").pathname);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const [title, body] = page;
    const widget =
      carried === null
        ? ""
        : `<script src="${carried.service}/widget.js" data-site="${carried.siteId}" async></script>`;
    response
      .setHeader("content-type", "text/html; charset=utf-8")
      .end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title === SHOP.name ? title : `${title} – ${SHOP.name}`}</title>
<meta name="description" content="${title}: what it is, how it is made and whom it suits.">${widget}</head><body><header><nav>${[...PAGES].map(([path, [name]]) => `<a href="${path}">${name}</a>`).join(" ")}</nav></header>
<main><h1>${title}</h1>${body}</main></body></html>`);
  });
  const skip = await takePort80(server);
  return {
    skip,
    /** @param {string} siteId @param {string} service */
    carry(siteId, service) {
      carried = { siteId, service };
    },
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Takes the port as soon as no other journey has it; returns why it cannot be taken, or false.
 * @param {import("node:http").Server} server
 * @returns {Promise<string | false>}
 */
async function takePort80(server) {
  for (const end = Date.now() + MAX_PORT_WAIT_MS; ; ) {
    const failure = await listenOn80(server);
    if (failure === null) return false;
    if (failure.code === "EACCES") return `Port 80 of this machine cannot be taken: ${failure.message}`;
    if (failure.code !== "EADDRINUSE" || Date.now() > end) throw failure;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/**
 * Takes the port; returns why it could not.
 * @param {import("node:http").Server} server
 * @returns {Promise<NodeJS.ErrnoException | null>}
 */
function listenOn80(server) {
  return new Promise((resolve) => {
    server.once("error", resolve);
    server.listen(80, "127.0.0.1", () => {
      server.off("error", resolve);
      resolve(null);
    });
  });
}
