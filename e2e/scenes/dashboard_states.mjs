// Every page of the dashboard in states that people seldom see. Examples are: without data, after a failure, and
// without a response.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { ROOT, api, logIn } from "./askline.mjs";
import { newReader } from "./browser.mjs";
import { ORGANIZATION_PAGES, SITE_PAGES } from "./checks/dashboard_loads.mjs";
import { enterAs, ownerOf, signIn } from "./dashboard.mjs";
import { settled } from "./settled.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Browser} Browser */
/**
 * Where pages are, and who opens them. @typedef {{ listening: string, orgId: string, siteId: string, email: string,
 * password: string }} Place
 */
/** @typedef {"empty" | "filtered" | "broken" | "limited" | "offline" | "waiting" | "refused" | "viewer"} State */
/** @typedef {{ name: string, path: string, state: State, language: "en" | "de" }} Shown */

/** Each width once, with its own color scheme and language. */
export const LOOKS = /** @type {const} */ ([
  {
    name: "1280-light-en",
    language: "en",
    options: { viewport: { width: 1280, height: 900 }, colorScheme: "light", locale: "en-US" },
  },
  {
    name: "390-dark-de",
    language: "de",
    options: { viewport: { width: 390, height: 844 }, colorScheme: "dark", locale: "de-DE", hasTouch: true },
  },
]);
/** The number of pages that are opened at the same time. */
const TABS = 4;
/** Addresses at which a filter or a search finds nothing. */
const FILTERS = {
  site: [
    "overview?page=%2Fnowhere",
    "overview?platform=phind",
    "overview?from=2020-01-01&to=2020-01-31",
    "overview?sheet=sources&find=nothing",
    "pages?q=nothing+is+called+this",
    "pages?platform=phind",
    "questions?platform=phind",
    "questions?from=2020-01-01&to=2020-01-31",
    "crawlers?from=2020-01-01&to=2020-01-31",
    "prompts?q=nothing+is+called+this",
    "prompts?show=archived",
  ],
  organization: ["sites?q=nothing+is+called+this", "credits?type=refund", "audit?from=2020-01-01&to=2020-01-31"],
};
/** The message that failing services return; it is for programs, and no person should see it. */
export const SENTENCE_OF_THE_API = "The API says this to programs.";
const FAILURES = {
  broken: { status: 500, code: "INTERNAL_ERROR", retryable: false },
  limited: { status: 429, code: "RATE_LIMITED", retryable: true },
  refused: { status: 403, code: "FORBIDDEN", retryable: false },
};

/** @param {string} path */
const nameOf = (path) => path.replace(/^\//, "").replace(/\W+/g, "-");

/**
 * The pages in a state, by their names and addresses.
 * @param {Place} place
 * @param {State} state
 */
export function pagesIn({ orgId, siteId }, state) {
  const [ofSite, ofOrganization] =
    state === "filtered" ? [FILTERS.site, FILTERS.organization] : [SITE_PAGES, ORGANIZATION_PAGES];
  const pages = [
    ...ofSite.map((path) => ({ name: nameOf(path), path: `/sites/${siteId}/${path}` })),
    ...ofOrganization.map((path) => ({ name: `organization-${nameOf(path)}`, path: `/orgs/${orgId}/${path}` })),
  ];
  return state === "filtered" ? pages : [...pages, { name: "account", path: "/account" }];
}

/**
 * Makes the service fail if the state says so, except for the account and the site: without these, every page shows the
 * same.
 * @param {Page} page
 * @param {State} state
 */
async function fail(page, state) {
  if (state === "empty" || state === "filtered" || state === "viewer") return;
  await page.route(/\/api\/v1\//, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === "GET" && /^\/api\/v1\/(me|sites\/[^/]+)$/.test(pathname)) return route.fallback();
    if (state === "offline") return route.abort("internetdisconnected");
    // The request gets no response.
    if (state === "waiting") return undefined;
    const { status, code, retryable } = FAILURES[state];
    const error = { code, message: SENTENCE_OF_THE_API, docUrl: `/docs/errors#${code}`, retryable };
    return route.fulfill({
      status,
      headers: { "x-request-id": "req_01k000000000000000000000000" },
      json: { data: null, error, meta: { requestId: "req_01k000000000000000000000000" } },
    });
  });
}

/** The placeholders for content that is loading. */
export const skeletonsOf = (/** @type {Page} */ page) => page.locator("#content [role=status][aria-label]");

/**
 * Waits until a page shows its content, or that it is loading.
 * @param {Page} page
 * @param {State} state
 */
async function comesToRest(page, state) {
  if (state === "waiting") {
    await page.locator("#content :is(h1, [role=status][aria-label])").first().waitFor({ state: "attached" });
    // For a short time after a request nothing is drawn.
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#content [role=status][aria-label]")].every((node) => node.childElementCount > 0),
    );
    return;
  }
  await page.locator("h1").first().waitFor();
  await settled(page);
}

/**
 * Opens every page in a state and a look, several at the same time.
 * @param {Browser} browser
 * @param {Place} place
 * @param {State} state
 * @param {typeof LOOKS[number]} look
 * @param {(page: Page, shown: Shown) => Promise<void>} visit
 */
export async function walk(browser, place, state, look, visit) {
  const { context, page: first } = await newReader(browser, look.options);
  await signIn(first, `${place.listening}/account`, place);
  await first.close();
  const waiting = pagesIn(place, state);
  const tab = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const page = await context.newPage();
      await fail(page, state);
      await page.goto(place.listening + next.path);
      await comesToRest(page, state);
      await visit(page, { ...next, state, language: look.language });
      await page.close();
    }
  };
  await Promise.all(Array.from({ length: TABS }, tab));
  await context.close();
}

/**
 * The English texts of the dashboard whose German translation differs, for texts without placeholders.
 * @returns {Promise<Set<string>>}
 */
export async function englishTexts() {
  const catalogue = await readFile(join(ROOT, "dashboard/src/words/de.po"), "utf8");
  const joined = (/** @type {string} */ lines) =>
    [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => JSON.parse(`"${part}"`)).join("");
  const texts = new Set();
  for (const [, english = "", german = ""] of catalogue.matchAll(/^msgid ((?:".*"\s*)+)msgstr ((?:".*"\s*)+)/gm)) {
    const [one, other] = [joined(english), joined(german)];
    if (one !== "" && one !== other && !/[{<]/.test(one)) texts.add(one);
  }
  return texts;
}

/**
 * The demo as its owner sees it.
 * @param {import("./askline.mjs").Demo} demo
 * @returns {Place}
 */
export function placeOf(demo) {
  const { orgId, email, password } = ownerOf(demo, "enterprise");
  return { listening: demo.listening, orgId, siteId: demo.siteId, email, password };
}

/**
 * The demo as a new viewer of the organization sees it.
 * @param {Browser} browser
 * @param {import("./askline.mjs").Demo} demo
 * @returns {Promise<Place>}
 */
export async function enterViewer(browser, demo) {
  const { context, page } = await newReader(browser);
  const { email, password } = await enterAs(page, demo, await logIn(demo), "viewer");
  await context.close();
  return { ...placeOf(demo), email, password };
}

/**
 * Creates the first organization of an empty instance, and a site without any visit.
 * @param {{ listening: string, setupToken: string }} instance
 * @returns {Promise<Place & { token: string }>}
 */
export async function setUpEmpty({ listening, setupToken }) {
  const [email, password] = ["first@example.org", "four words in a row"];
  const send = (/** @type {string} */ path, /** @type {unknown} */ body, /** @type {string} */ bearer) =>
    api(/** @type {any} */ ({ listening }), path, { bearer, method: "POST", body });
  await send("/auth/setup", { token: setupToken, email, password, organizationName: "Nordlicht" }, "");
  const { token } = await send("/auth/login", { email, password }, "");
  const { orgs } = await api(/** @type {any} */ ({ listening }), "/me", { bearer: token });
  const { id: siteId } = await send(`/sites?orgId=${orgs[0].id}`, { domain: "empty.example", name: "Empty" }, token);
  return { listening, orgId: orgs[0].id, siteId, email, password, token };
}
