/**
 * What the service answers when a page asks for a part of an earlier release: the page has that release's first file from its
 * cache. Takes the old widget away and starts the present one, once, so that no reader is left with a menu that does not open.
 * Knows of the earlier release only what every release has: `window.askline`, and `api` and `siteId` of a site.
 */

import type { AsklineApi, InitOptions } from "./init_options";

declare const RELEASE: string;

/** Says in the address of the first file that it was fetched past the cache. */
const MARK = "/widget.js?release=";
const asked: { readonly api: string; readonly siteId: string }[] = [];

// A node that still runs another release could send the page round and round.
if (document.querySelector(`script[src*="${MARK}"]`)) throw new Error("askline: two releases answer.");
// Once the earlier release has said which sites it draws.
setTimeout(startAfresh);

/**
 * For the earlier release, which names its sites and waits. How it calls the parts of what it gets here is that release's own
 * matter: whatever is called with a site names it.
 */
export function bringToLife(): object {
  const hear = (site?: typeof asked[number]) => { if (site?.siteId) asked.push(site); };
  return new Proxy({}, { get: () => hear });
}

/** The same of an earlier release whose site needs more than the first file, and is not drawn without. */
export function extrasFor(site: typeof asked[number]): never {
  asked.push(site);
  throw new Error("askline: another release answers.");
}

/** The same of one whose reader touched it. */
export function touch(_: unknown, site: typeof asked[number]): never {
  return extrasFor(site);
}

function startAfresh(): void {
  const { askline } = window as { askline?: AsklineApi };
  const tags = [...document.querySelectorAll<HTMLScriptElement>("script[data-site]")].filter(({ src }) => src.includes("/widget.js"));
  // What a script of the page started has no tag: it starts again where it stands.
  const places = [...document.querySelectorAll("askline-widget")].map((host) => host.parentElement);
  const untagged = new Map(asked.map((site) => [site.siteId, site]));
  for (const { dataset } of tags) untagged.delete(dataset.site || "");
  const started = [...untagged.values()].flatMap(({ api, siteId }): InitOptions[] =>
    (places[0] ? places : [null]).map((target) => ({ api, site: siteId, target })));
  askline?.destroy();
  const sources = tags.length ? tags : [document.querySelector<HTMLScriptElement>('script[src*="/widget.js"]')];
  for (const tag of sources) {
    const fresh = document.createElement("script");
    fresh.src = new URL(`..${MARK}${RELEASE}`, import.meta.url).href;
    fresh.nonce = tag?.nonce || "";
    Object.assign(fresh.dataset, tag?.dataset);
    if (tag === sources[0]) fresh.onload = () => { started.forEach((options) => (window as { askline?: AsklineApi }).askline?.init(options)); };
    document.head.append(fresh);
  }
}
