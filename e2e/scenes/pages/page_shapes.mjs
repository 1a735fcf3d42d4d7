// A customer's pages, of several shapes, on their own origin. Only the widget on them is from the service. Each shape
// has its own site, so that its figures start at zero.

import { randomBytes } from "node:crypto";
import { createServer } from "node:http";

import { PARAGRAPHS, STYLE, paragraph } from "./page_texts.mjs";

/**
 * A shape of page.
 * @typedef {{
 *   name: string,
 *   path: string,
 *   config: Record<string, unknown>,
 *   html: (page: { tag: (attributes?: string) => string, nonce: string }) => string,
 *   policy?: (page: { service: string, nonce: string }) => string,
 * }} Shape
 */

/** @param {{ lang?: string, dir?: string, title: string, look?: string, body: string }} page */
const page = ({ lang = "en", dir = "ltr", title, look = "", body }) => `<!doctype html>
<html lang="${lang}" dir="${dir}" class="${look}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/page.css"></head>
<body>${body}</body></html>`;

/** The share buttons of every shape that does not set others. */
const SOCIAL = ["x", "linkedin", "email", "system"].map((id) => ({ id, enabled: true }));
const PLATFORMS = ["chatgpt", "claude", "gemini"].map((id) => ({ id, enabled: true }));
const QUESTIONS = {
  enabled: true,
  max: 3,
  items: [{ text: "What is it made of?" }, { text: "How long does it last?" }],
};
/** @param {Record<string, unknown>} theme */
const themed = (theme) => ({ preset: "auto", accent: "#3355ff", radius: 8, size: "md", layout: "row", ...theme });

const SHOP = /* the same page under two policies */ (/** @type {string} */ tag) =>
  page({
    title: "Oak chair",
    body: `<header><a href="/">Shop</a></header><main><h1>Oak chair</h1><p class="price">€ 149</p>
    <p>${PARAGRAPHS[0]}</p><div id="ask"></div><h2>Reviews</h2><p>${PARAGRAPHS[1]}</p></main>${tag}`,
  });

/** @type {Shape[]} */
export const SHAPES = [
  {
    name: "a long article",
    path: "/article",
    config: {
      placement: { mode: "inline", selector: "article", position: "after" },
      platforms: PLATFORMS,
      social: SOCIAL,
      questions: QUESTIONS,
      customPlatforms: [{ id: "c_house", label: "House AI", urlTemplate: "https://ai.example.com/?q={{prompt}}" }],
    },
    html: ({ tag }) =>
      page({
        title: "Slow bread & patience",
        body: `${tag()}<header><nav aria-label="Sections"><a href="/">News</a> <a href="/">Food</a></nav></header><main><article>
        <h1>Slow bread</h1>${Array.from({ length: 30 }, (_, place) => `<p>${paragraph(place)}</p>`).join("")}
        </article><p>By our bakers.</p></main><footer>Imprint</footer>`,
      }),
  },
  {
    name: "a shop under a strict policy",
    path: "/shop",
    config: {
      placement: { mode: "inline", selector: "#ask", position: "append" },
      platforms: PLATFORMS,
      social: SOCIAL,
      questions: QUESTIONS,
      theme: themed({ layout: "stacked", accent: "#8a3b12" }),
    },
    policy: ({ service }) =>
      `default-src 'none'; script-src ${service}; connect-src ${service}; style-src 'self'; img-src 'self'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    html: ({ tag }) => SHOP(tag()),
  },
  {
    name: "a shop under a policy of nonces",
    path: "/shop-nonce",
    config: {
      placement: { mode: "inline", selector: "#ask", position: "append" },
      platforms: PLATFORMS,
      social: SOCIAL,
      questions: QUESTIONS,
      theme: themed({ size: "sm", radius: 0 }),
    },
    policy: ({ service, nonce }) =>
      `default-src 'none'; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src ${service}; style-src 'self' 'nonce-${nonce}'; img-src 'self'`,
    html: ({ tag, nonce }) => SHOP(tag(`nonce="${nonce}"`)),
  },
  {
    name: "a single-page application",
    path: "/app",
    config: {
      placement: { mode: "inline", selector: "#view", position: "append" },
      platforms: PLATFORMS,
      social: SOCIAL,
      questions: QUESTIONS,
      theme: themed({ layout: "menu" }),
    },
    html: ({ tag }) =>
      page({
        title: "Front",
        body: `<nav aria-label="Views"><a href="/app">Front</a> <a href="/app/one">One</a> <a href="/app/two">Two</a></nav>
        <main><h1>An application</h1><div id="root"></div></main><script src="/app.js"></script>${tag()}`,
      }),
  },
  {
    name: "a page that is written from right to left",
    path: "/ar",
    config: {
      placement: { mode: "inline", selector: "article", position: "after" },
      platforms: PLATFORMS,
      social: SOCIAL,
      questions: { enabled: true, max: 2, items: [{ text: "ما الفكرة الرئيسية؟" }, { text: "من كتب هذا؟" }] },
    },
    html: ({ tag }) =>
      page({
        lang: "ar",
        dir: "rtl",
        title: "خبز بطيء",
        body: `<main><article><h1>خبز بطيء</h1><p>دقيق وماء وملح ووقت. يرتاح العجين يومًا كاملًا في مكان بارد قبل أن يُخبز في فرن ساخن.</p>
        <p>لا يحتاج الخبز الجيد إلى أكثر من ذلك، لكنه يحتاج إلى صبر.</p></article></main>${tag()}`,
      }),
  },
  {
    name: "a dark page",
    path: "/dark",
    config: {
      placement: { mode: "floating", position: "bottom-right" },
      platforms: PLATFORMS,
      social: SOCIAL,
      questions: QUESTIONS,
      theme: themed({ preset: "dark", accent: "#7aa2ff" }),
    },
    html: ({ tag }) =>
      page({
        title: "Night shift",
        look: "dark",
        body: `<main><article><h1>Night shift</h1>${PARAGRAPHS.map((text) => `<p>${text}</p>`).join("")}</article></main>${tag()}`,
      }),
  },
];

/** @type {import("./page_shapes.mjs").Shape} */
export const SEVERAL = {
  name: "several widgets",
  path: "/several",
  config: { platforms: [{ id: "chatgpt", enabled: true }], placement: { mode: "manual" } },
  html: ({
    tag,
  }) => `<!doctype html><html lang="en"><title>Several</title><main><h1>Several</h1><div id="one"></div><p>Text</p><div id="two"></div></main>
    ${tag('data-target="#one"')}${tag('data-target="#two"')}</html>`,
};
/** Each view is its own element, as in frameworks; the content of the previous view is removed. */
const APP = `
const views = { "/app": "Front", "/app/one": "One", "/app/two": "Two" };
function show() {
  const view = document.createElement("div");
  view.id = "view";
  const text = document.createElement("p");
  text.textContent = "This is " + views[location.pathname] + ".";
  view.append(text);
  document.title = views[location.pathname];
  document.getElementById("root").replaceChildren(view);
}
addEventListener("popstate", show);
document.addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("nav a");
  if (!link) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  show();
});
show();
`;

/**
 * Serves the shapes. A shape is served once its site is set with `carry`.
 * @param {Shape[]} [shapes]
 */
export async function startPages(shapes = SHAPES) {
  /** @type {Map<string, { siteId: string, service: string }>} */
  const carried = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://page");
    const shape = shapes.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
    const site = shape && carried.get(shape.path);
    if (pathname === "/page.css") response.setHeader("content-type", "text/css").end(STYLE);
    else if (pathname === "/app.js") response.setHeader("content-type", "text/javascript").end(APP);
    else if (shape && site) {
      const nonce = randomBytes(16).toString("base64");
      const { service, siteId } = site;
      const tag = (attributes = "") =>
        `<script src="${service}/widget.js" data-site="${siteId}" async ${attributes}></script>`;
      if (shape.policy) response.setHeader("content-security-policy", shape.policy({ service, nonce }));
      response.setHeader("content-type", "text/html; charset=utf-8").end(shape.html({ tag, nonce }));
    } else response.writeHead(pathname === "/favicon.ico" ? 204 : 404).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Puts the widget of a site on a shape; `service` serves its script and accepts its events. */
    carry(/** @type {Shape} */ { path }, /** @type {string} */ siteId, /** @type {string} */ service) {
      carried.set(path, { siteId, service });
    },
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
