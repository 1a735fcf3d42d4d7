/**
 * Replaces an old widget if the page requests a file of an earlier release. This happens when the browser has that
 * release's first file in its cache. Removes the old widget, whose menus would not open, and starts the current one,
 * once. To copy the page, no widget is replaced. Relies only on what every release has: `window.askline`, and `api` and
 * `siteId` of a site.
 */

import type { AsklineApi, InitOptions } from "./init_options";

type PageCopy = typeof import("./page_copy");

declare const RELEASE: string;
/** The ending of the file names of the current release's parts. */
declare const PARTS: string;

/** The part of the first file's address which says that it was fetched past the browser's cache. */
const MARK = "/widget.js?release=";
const sites: { readonly api: string; readonly siteId: string }[] = [];
/**
 * A file that was fetched to copy the page has everything that it needs and names no site, so the widget stays. The
 * file for the place is requested before anything is drawn; the file that follows it restarts the widget.
 */
const isForCopy = /\/(page_copy|place)-/.test(import.meta.url);
let isCopying = false;

// While another server still runs another release, the widget could otherwise be restarted endlessly.
if (!isForCopy && document.querySelector(`script[src*="${MARK}"]`)) throw new Error("askline: two releases answer.");
// Runs after the earlier release has said which sites it draws.
if (!isForCopy) setTimeout(restart);

/**
 * Called by an earlier release, which names its sites and waits. The names and parameters of its calls depend on that
 * release; any call with a site identifies the site.
 */
export function hydrate(): object {
  const hear = (site?: (typeof sites)[number]) => {
    if (site?.siteId) sites.push(site);
  };
  return new Proxy({}, { get: () => hear });
}

/** Called by an earlier release for a site that needs more than the first file, and is not drawn without it. */
export function extrasFor(site: (typeof sites)[number]): never {
  sites.push(site);
  throw new Error("askline: another release answers.");
}

/** Called by an earlier release for a site with own items, which is drawn without them until it starts again. */
export function menuFor(site: (typeof sites)[number]): never {
  return extrasFor(site);
}

/** Called by an earlier release, which then uses its own simple placement. */
export function placingFor(): never {
  throw new Error("askline: another release answers.");
}

/** Called by an earlier release for a widget that a reader touched. */
export function touch(_: unknown, site: (typeof sites)[number]): never {
  return extrasFor(site);
}

/**
 * Copies the page with the current release. If another release responds to that request as well, the reader sees that
 * it failed.
 */
export async function pageAsMarkdown(...given: Parameters<PageCopy["pageAsMarkdown"]>): Promise<string> {
  if (isCopying) throw new Error("askline: two releases answer.");
  isCopying = true;
  try {
    const present = (await import(new URL(`page_copy-${PARTS}.js`, import.meta.url).href)) as PageCopy;
    return await present.pageAsMarkdown(...given);
  } finally {
    isCopying = false;
  }
}

function restart(): void {
  const { askline } = window as { askline?: AsklineApi };
  const tags = [...document.querySelectorAll<HTMLScriptElement>("script[data-site]")].filter(({ src }) =>
    src.includes("/widget.js"),
  );
  // A widget that a script of the page started has no tag. It starts again in the same place.
  const places = [...document.querySelectorAll("askline-widget")].map((host) => host.parentElement);
  const untagged = new Map(sites.map((site) => [site.siteId, site]));
  for (const { dataset } of tags) untagged.delete(dataset.site || "");
  const started = [...untagged.values()].flatMap(({ api, siteId }): InitOptions[] =>
    (places[0] ? places : [null]).map((target) => ({ api, site: siteId, target })),
  );
  askline?.destroy();
  const sources = tags.length ? tags : [document.querySelector<HTMLScriptElement>('script[src*="/widget.js"]')];
  for (const tag of sources) {
    const fresh = document.createElement("script");
    fresh.src = new URL(`..${MARK}${RELEASE}`, import.meta.url).href;
    fresh.nonce = tag?.nonce || "";
    Object.assign(fresh.dataset, tag?.dataset);
    if (tag === sources[0])
      fresh.onload = () => {
        started.forEach((options) => (window as { askline?: AsklineApi }).askline?.init(options));
      };
    document.head.append(fresh);
  }
}
