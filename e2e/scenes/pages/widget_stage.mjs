// Shows the widget on any page with any configuration.
// The configuration is sent to the service, and readers get the payload that it creates.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before } from "node:test";

import { api, ROOT } from "../askline.mjs";
import { newReader, openBrowser } from "../browser.mjs";
import { startCustomer } from "./customer.mjs";
import { openSettled } from "../settled.mjs";

/** The content that a site usually offers, and a little more. */
const CONFIG = {
  placement: { mode: "inline", selector: "#ask", position: "append" },
  platforms: ["chatgpt", "claude", "perplexity", "gemini"].map((id) => ({ id, enabled: true })),
  social: ["x", "linkedin", "email"].map((id) => ({ id, enabled: true })),
  questions: {
    enabled: true,
    max: 2,
    own: true,
    items: [{ text: "Which gear ratio suits a 12 % climb?" }, { text: "Do I need a longer chain?" }],
  },
};

/** @param {string} name @param {Record<string, unknown>} config @returns {import("./page_shapes.mjs").Shape} */
const shape = (name, config) => ({ name, path: `/${name}`, config, html: () => "" });
const SHAPES = [
  shape("guides", CONFIG),
  shape("ar", {
    ...CONFIG,
    questions: {
      ...CONFIG.questions,
      items: [{ text: "ما نسبة التروس المناسبة لمنحدر 12٪؟" }, { text: "هل أحتاج إلى سلسلة أطول؟" }],
    },
  }),
];

/**
 * A page with the widget: its configuration, content, language and browser.
 * @typedef {{
 *   lang?: "en" | "ar",
 *   theme?: Record<string, unknown>,
 *   config?: Record<string, unknown>,
 *   style?: string,
 *   body?: string,
 *   head?: string,
 *   tag?: string,
 *   query?: string,
 *   policy?: (own: { service: string, nonce: string }) => string,
 *   options?: import("playwright-core").BrowserContextOptions,
 *   prepare?: (page: import("playwright-core").Page) => Promise<unknown>,
 * }} Scene
 */

/** @param {import("playwright-core").Browser} browser */
export async function startStage(browser) {
  const customer = await startCustomer(SHAPES);
  const service = customer.demo.listening;
  // The prompts that a site in Arabic starts with.
  const { ar: prompts } = JSON.parse(await readFile(join(ROOT, "crates/domain/data/built_in_prompts.json"), "utf8"));

  /**
   * What the service sends to every page of a site with this configuration.
   * @param {Pick<Scene, "lang" | "theme" | "config">} wanted
   */
  async function payloadFor({ lang = "en", theme = {}, config = {} }) {
    const shown = SHAPES[lang === "ar" ? 1 : 0];
    const body = { ...shown.config, ...config, theme: { accent: "#0b6e63", ...theme } };
    await api(customer.demo, `/sites/${customer.siteOf(shown)}/config`, { method: "PUT", body });
    const payload = await customer.payloadOf(shown);
    if (lang === "ar")
      payload.prompts = prompts.map((/** @type {object} */ prompt, /** @type {number} */ at) => ({
        ...payload.prompts[at],
        ...prompt,
        language: "ar",
      }));
    return payload;
  }

  /**
   * Opens a page with the widget. `body` is its content; the tag replaces `{{widget}}`, or else is added at the end.
   * @param {Scene} scene
   */
  async function open({
    lang = "en",
    theme = {},
    config = {},
    style = "",
    head = "",
    body = '<main><div id="ask"></div></main>',
    tag = "",
    query = "",
    policy,
    options,
    prepare,
  }) {
    const { context, page, problems } = await newReader(browser, options);
    const payload = await payloadFor({ lang, theme, config });
    const shown = SHAPES[lang === "ar" ? 1 : 0];
    const siteId = customer.siteOf(shown);
    const script = `<script src="${service}/widget.js" data-site="${siteId}" async ${tag}></script>`;
    const inside = body.includes("{{widget}}") ? body.replace("{{widget}}", script) : body + script;
    const title = lang === "ar" ? "نسب التروس للمرتفعات" : "Gear ratios for hills";
    shown.policy = policy;
    shown.html =
      () => `<!doctype html><html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><title>${title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">${style && `<style>${style}</style>`}${head}</head><body>${inside}</body></html>`;
    const headers = { "access-control-allow-origin": "*" };
    await context.route(/\/api\/v1\/sites\/[^/]+\/config\?language=/, (route) =>
      route.fulfill({ headers, json: { data: payload, error: null, meta: {} } }),
    );
    await context.route("**/api/v1/events*", (route) =>
      route.fulfill({ status: 202, headers, json: { data: { accepted: 1 } } }),
    );
    await prepare?.(page);
    await openSettled(page, `${customer.pages.origin}${shown.path}/gear-ratios${query}`);
    const widget = page.locator("askline-widget").first();
    return { context, page, problems, widget, service, siteId, end: () => context.close() };
  }

  return { open, payloadFor, end: customer.end };
}

/** A stage with its own browser; `end` ends both after the last journey of a file. */
export async function openStage() {
  const browser = await openBrowser();
  const stage = await startStage(browser);
  const end = async () => {
    await browser.close();
    await stage.end();
  };
  return { ...stage, end };
}

/** A stage that opens before the first journey of a file and ends after the last. Journeys call what is returned. */
export function stageOfJourneys() {
  /** @type {Awaited<ReturnType<typeof openStage>>} */
  let stage;
  before(async () => {
    stage = await openStage();
  });
  after(async () => {
    await stage?.end();
  });
  return () => stage;
}

/**
 * Reports the type of every event that the widget sends.
 * @param {import("playwright-core").Page} page
 * @param {(type: string) => unknown} report
 */
export function onEvents(page, report) {
  page.on("request", (request) => {
    if (!/\/api\/v1\/events/.test(request.url())) return;
    const sent = JSON.parse(request.postData() ?? "{}");
    for (const { type } of sent.events ?? [sent]) report(type);
  });
}

/**
 * Shows the widget in another language, on a page in that language.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} widget
 * @param {string} lang
 */
export async function speak(page, widget, lang) {
  await page.evaluate((own) => {
    Object.assign(document.documentElement, { lang: own, dir: own === "ar" ? "rtl" : "ltr" });
    Reflect.get(window, "askline").refresh();
  }, lang);
  await widget.locator(`section[lang="${lang}"]`).waitFor();
}

/**
 * Opens the panel of a widget behind a button, and waits until any widget shows its prompt.
 * @param {import("playwright-core").Locator} widget
 */
export async function unfold(widget) {
  const opener = widget.locator(".opener");
  if (await opener.count()) await opener.click();
  await widget.locator(".prompt p").first().waitFor();
}
