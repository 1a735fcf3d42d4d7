// Writes crawler_words.json from the npm package crawler-user-agents (MIT).
//
//   npm pack crawler-user-agents && tar xzf crawler-user-agents-*.tgz
//   node renew_crawler_words.mjs package
//
// Nearly all of the package's patterns are plain words; the few that are regular expressions are
// spelled out below, so that one automaton over words finds them all. A new one stops the script.
// Patterns that also match people's browsers are left out or narrowed, each with its reason; the
// tests of events/crawler.rs hold real user agents of people against the result.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const source = process.argv[2];
if (source === undefined) {
  console.error("usage: node renew_crawler_words.mjs <unpacked package>");
  process.exit(2);
}

/** Patterns that match people, and why. */
const LEFT_OUT = new Map([
  ["MetaIAB Facebook", "Facebook's in-app browser"],
  ["AP3A\\.240617\\.008", "the build number of millions of Android 15 phones"],
  ["Code\\/1\\.", "the built-in browser of an editor"],
  ["Trae\\/", "the built-in browser of an editor"],
  ["Fluid", "a browser for single sites on macOS"],
  ["Operator\\/", "a generic word"],
  ["newsai\\/", "a generic word; services.json has it as a whole word"],
  ["mail\\.ru", "a generic host name"],
  ["Devin", "a first name; services.json has it as a whole word"],
]);

/**
 * Tools, not crawlers. What runs the widget or calls the intake with one of these is as likely a relay, an app
 * or a test of the site's own people as a machine that reads pages; who is a crawler says so with a name of its own.
 */
const TOOLS = new Set([
  "[wW]get",
  "Python-urllib",
  "python-requests",
  "aiohttp",
  "httpx",
  "libwww-perl",
  "httpunit",
  "Go-http-client",
  "Pcore-HTTP",
  "PhantomJS",
  "okhttp",
  "AHC\\/",
  "^Apache-HttpClient",
  "Jetty",
  "http_get",
  "BTWebClient",
  "axios",
  "HttpUrlConnection",
  "AnyEvent",
  "HeadlessChrome",
  "^curl",
  "^PHP-Curl-Class",
  "node-fetch",
  "sindresorhus\\/got",
  "ALittle Client",
  "Playwright",
  "Puppeteer",
  "Selenium",
  "[mM]echanize",
  "CustomAsyncHttpClient",
  "^HTTPie\\/",
  "lwp-trivial",
  "TestLocally\\/",
]);

/** Words that stand elsewhere than at the start in people's user agents, or could. */
const AT_THE_START = [
  "WhatsApp",
  "Viber",
  "Tumblr\\/",
  "Notion\\/",
  "PayPal\\/",
  "Stripe\\/",
  "Asana\\/",
  "Klaviyo\\/",
  "Grammarly\\/",
  "Make\\/",
  "RED\\/",
  "Magellan",
  "Adventurer",
  "Hello World",
  "Salesforce\\.com",
  "Instapaper\\/",
  "Overcast\\/",
  "ds9",
  "GoPay",
  "Jumio",
  "PocketCasts\\/",
  "DMBrowser",
  "Disqus",
  "Bluesky\\/",
  "Trove",
  "Fever",
];

/** What a pattern is as words; `^` in front binds a word to the start. */
const SPELLED_OUT = new Map([
  ...AT_THE_START.map((pattern) => [pattern, [`^${plain(pattern)}`]]),
  // Too broad as they are.
  [
    "Sogou",
    [
      "Sogou web spider",
      "Sogou inst spider",
      "Sogou Pic Spider",
      "Sogou News Spider",
      "Sogou Orion spider",
      "Sogou Spider",
      "Sogou head spider",
    ],
  ],
  ["upday\\/", ["compatible; upday/"]],
  ["Daum\\/", ["compatible; Daum/"]],
  ["Freespoke\\/", ["compatible; Freespoke/"]],
  ["Charlotte", ["Charlotte/"]],
  ["Blackboard", ["Blackboard Safeassign"]],
  ["Sonic", ["Sonic/", "SonicSiteAuditor/"]],
  ["linko", ["linko.app"]],
  ["Yeti", ["Yeti/"]],
  ["008\\/", ["^008/", "compatible; 008/"]],
  ["BW\\/", ["; BW/"]],
  // Regular expressions.
  ["AdsBot-Google([^-]|$)", ["AdsBot-Google"]],
  ["(sistrix|SISTRIX) [cC]rawler", ["sistrix crawler", "sistrix Crawler", "SISTRIX crawler", "SISTRIX Crawler"]],
  ["Ahrefs(Bot|SiteAudit)", ["AhrefsBot", "AhrefsSiteAudit"]],
  ["S[eE][mM]rushBot", ["SemrushBot", "SEMrushBot", "SeMrushBot", "SEmrushBot"]],
  ["Livelap[bB]ot", ["Livelapbot", "LivelapBot"]],
  ["[pP]ingdom", ["Pingdom", "pingdom"]],
  ["Bark[rR]owler", ["Barkrowler", "BarkRowler"]],
  ["(^| )sentry\\/", ["^sentry/", " sentry/"]],
  ["(^| )PTST\\/", ["^PTST/", " PTST/"]],
  ["[Cc]urebot", ["Curebot", "curebot"]],
  ["BlogTraffic\\/\\d\\.\\d+ Feed-Fetcher", ["BlogTraffic/"]],
  ["[cC]laude[bB]ot", ["ClaudeBot", "claudebot", "Claudebot", "claudeBot"]],
  ["[aA]cunetix", ["Acunetix", "acunetix"]],
  ["[dD]ir[Bb]uster", ["DirBuster", "dirbuster", "Dirbuster", "dirBuster"]],
  ["Automaton|Newsify Feed Fetcher", ["Automaton", "Newsify Feed Fetcher"]],
  ["Chirp|gotosocial", ["Chirp", "gotosocial"]],
  ["[cC]ludo", ["Cludo", "cludo"]],
  ["ContextualBot[\\s\\S]*outcomes\\.net", ["ContextualBot"]],
  ["Current[\\s\\S]*RSS Reader", ["currentreader.app"]],
  ["Netumo|netumo", ["Netumo", "netumo"]],
  ["Spider[\\s\\S]*spider\\.com", ["spider.com"]],
  ["GoogleAssociationService$", ["GoogleAssociationService"]],
  ["SSL Labs$", ["SSL Labs"]],
]);

/** The word that a pattern without any syntax but escapes is. */
function plain(pattern) {
  const word = pattern.replace(/\\([^A-Za-z0-9])/g, (_, character) => `\u0000${character}`);
  if (/(^|[^\u0000])[\\[\](){}|*+?^$.]/.test(word.replace(/^\^/, ""))) {
    throw new Error(`spell out this regular expression: ${pattern}`);
  }
  return word.replaceAll("\u0000", "");
}

/** What the package calls a tag, and what Askline calls the purpose. */
const PURPOSES = new Map([
  ["ai-crawler", "ai_other"],
  ["search-engine", "search_index"],
  ["social-preview", "link_preview"],
  ["seo", "seo"],
  ["monitoring", "monitoring"],
  ["scanner", "security_scan"],
  ["advertising", "ads_check"],
  ["feed-reader", "feed_reader"],
  ["http-library", "scraper"],
  ["archiver", "archive"],
  ["academic", "research"],
  ["browser-automation", "agent_browser"],
]);

/** `Googlebot/` is called Googlebot, `^Apache-HttpClient` Apache-HttpClient. */
function nameOf(word) {
  const name = word.replace(/^compatible; /, "").replace(/^[\s^;:/(]+|[\s;:/(!-]+$/g, "");
  return name.endsWith(")") && !name.includes("(") ? name.slice(0, -1) : name.slice(0, 60);
}

const meta = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
const entries = JSON.parse(readFileSync(join(source, "crawler-user-agents.json"), "utf8"));
const licence = readFileSync(join(source, "LICENSE"), "utf8").trim();

const rows = [];
for (const { pattern, tags, instances } of entries) {
  if (LEFT_OUT.has(pattern) || TOOLS.has(pattern)) continue;
  const purpose = (tags ?? []).map((tag) => PURPOSES.get(tag)).find((known) => known !== undefined) ?? "other";
  const words = SPELLED_OUT.get(pattern) ?? [plain(pattern)];
  rows.push(...words.map((word) => [word, nameOf(word), purpose]));
  for (const userAgent of instances) {
    const found = rows.some(([word]) =>
      word.startsWith("^") ? userAgent.startsWith(word.slice(1)) : userAgent.includes(word),
    );
    if (!found) throw new Error(`${pattern}, spelled out as ${words}, misses its own example: ${userAgent}`);
  }
}

const head = {
  about:
    "Words of crawlers' user agents, case as written, ^ binds to the start: [word, name, purpose]. Made by renew_crawler_words.mjs.",
  source: `https://github.com/monperrus/crawler-user-agents, npm package crawler-user-agents ${meta.version}`,
  checkedOn: new Date().toISOString().slice(0, 10),
  licence,
};
const text = `${JSON.stringify(head, null, 1).slice(0, -2)},
 "words": [
${rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}
 ]
}
`;
writeFileSync(new URL("crawler_words.json", import.meta.url), text);
console.log(`${rows.length} words of ${entries.length} patterns`);
