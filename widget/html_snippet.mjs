#!/usr/bin/env node
// Prints the widget as plain HTML, for one page that allows no script.
// `node html_snippet.mjs --help` shows its options. Reads the site's public configuration, which needs no key; writes
// nothing but its output.

import { parseArgs } from "node:util";
import { staticLinks } from "./lib/static_links.js";

const HELP = `askline-html --api https://ASKLINE --site site_01j… --url https://example.com/page [options]

  --title TEXT         the page's title
  --language TAG       the page's language, such as pt-BR; en by default
  --markdown-url URL   where the page's Markdown is, if anywhere

Prints a block of HTML with prefilled links. Platforms that take no prompt in their address are left out, and nothing
is counted, since both would need a script. Exits 3, and prints nothing, if the site shows no widget on that page.
`;
const MAX_WAIT_MS = 10_000;

/** @param {string} text @param {number} code @returns {never} */
function stop(text, code) {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}

const text = /** @type {const} */ ({ type: "string" });
/** @returns {Record<string, string | boolean | undefined>} */
function options() {
  try {
    return parseArgs({
      options: {
        api: text,
        site: text,
        url: text,
        title: text,
        language: text,
        "markdown-url": text,
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\n\n${HELP}`, 2);
  }
}

const given = options();
if (given.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
for (const name of ["api", "site", "url"]) if (!given[name]) stop(`--${name} is missing.\n\n${HELP}`, 2);
/** @param {string} name */
const address = (name) => {
  const value = String(given[name]);
  if (!URL.canParse(value) || !/^https?:/.test(value)) stop(`--${name} is not an http address: ${value}`, 2);
  return new URL(value);
};
const [api, url] = [address("api"), address("url")];
const markdownUrl = given["markdown-url"] ? address("markdown-url").href : "";

const source = `${api.href.replace(/\/$/, "")}/api/v1/sites/${encodeURIComponent(String(given.site))}/config?language=${encodeURIComponent(String(given.language ?? "en"))}`;
/** @type {Response} */
let response;
try {
  response = await fetch(source, { signal: AbortSignal.timeout(MAX_WAIT_MS) });
} catch (error) {
  stop(`${source} cannot be reached: ${error instanceof Error ? error.message : error}`, 1);
}
const answer = await response.json().catch(() => null);
if (!response.ok || !answer?.data)
  stop(`${source} answers ${response.status}: ${answer?.error?.message ?? "no configuration"}`, 1);

const html = staticLinks(answer.data, {
  url,
  title: String(given.title ?? ""),
  language: String(given.language ?? "en"),
  markdownUrl,
  now: Date.now(),
});
if (!html) stop("The site's configuration shows no widget on that page.", 3);
process.stdout.write(html);
