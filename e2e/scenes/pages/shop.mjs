// A shop whose pages a generation can read. It is at http://localhost, the only address for a domain without a certificate, and
// needs port 80.

import { createServer } from "node:http";

const text = (/** @type {string} */ subject) => `<p>${`The ${subject} is made for long days outside. It keeps water out and warmth in, and it can be mended at home. `.repeat(6)}</p>`;

/** By their paths. @type {ReadonlyMap<string, [title: string, body: string]>} */
export const PAGES = new Map([
  ["/", ["Kestrel Outdoor", `<p>Boots, tents and how to care for them.</p>${text("gear")}<h2>Boots</h2><h2>Tents</h2><h2>Care</h2>`]],
  ["/boots/kestrel", ["Kestrel Hiking Boots", `${text("boot")}<h2>Which sole is best on wet rock?</h2>${text("sole")}<h2>How long do they last?</h2>${text("leather")}`]],
  ["/tents/lark", ["Lark Two-Person Tent", `${text("tent")}<h2>How heavy is it?</h2>${text("fabric")}<h2>Does it stand in a storm?</h2>${text("pole")}`]],
  ["/care/waxing", ["Waxing leather boots", `${text("wax")}<h2>How often should boots be waxed?</h2>${text("leather")}`]],
  ["/contact", ["Contact", "<p>Write to us.</p>"]],
]);

/** The settings with which an instance can read the shop. */
export const READS_SHOP = { ASKLINE_OUTGOING__ALLOWED: "127.0.0.1/32,::1/128" };

/** The shop as a site. */
export const SHOP = { name: "Kestrel Outdoor", domain: "localhost", allowedOrigins: ["http://localhost"], timezone: "UTC" };

/**
 * Serves the pages. `carry` puts the widget of a site into them. `skip` says why this cannot run here if the user may not open
 * the port. A port that is already in use is a failure.
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
    const widget = carried === null ? "" : `<script src="${carried.service}/widget.js" data-site="${carried.siteId}" async></script>`;
    response.setHeader("content-type", "text/html; charset=utf-8").end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title === SHOP.name ? title : `${title} – ${SHOP.name}`}</title>
<meta name="description" content="${title}: what it is, how it is made and whom it suits.">${widget}</head><body><header><nav>${[...PAGES].map(([path, [name]]) => `<a href="${path}">${name}</a>`).join(" ")}</nav></header>
<main><h1>${title}</h1>${body}</main></body></html>`);
  });
  /** @type {string | false} */
  const skip = await new Promise((resolve, reject) => {
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === "EACCES") resolve(`Port 80 of this machine cannot be taken: ${error.message}`);
      else reject(error);
    });
    server.listen(80, "127.0.0.1", () => resolve(false));
  });
  return {
    skip,
    /** @param {string} siteId @param {string} service */
    carry(siteId, service) { carried = { siteId, service }; },
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}
