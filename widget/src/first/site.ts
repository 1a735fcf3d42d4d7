/** One site on this page: its payload and its widgets. Decides what is shown; the second file counts. */

import { offerAt } from "./offers/content";
import { SHARED_FUNCTIONS } from "./shared_functions";
import { fetchPayload, storedPayload } from "./configuration";
import type { Load } from "./load";
import { memory } from "./memory";
import type { Natives } from "./natives";
import { pageLanguage } from "./page";
import type { Payload } from "./payload";
import type { Site } from "./parts";
import { reportAlone } from "./reporting/reporting";
import { render, putInPlace } from "./widget";

declare const ASKLINE_VERSION: string;

export function createSite(api: string, siteId: string, natives: Natives, loadRest: () => void, load: Load): Site {
  const site: Site = {
    api,
    siteId,
    to: `${api}/api/v1/events?widgetVersion=${ASKLINE_VERSION}`,
    natives,
    widgets: new Map(),
    drawn: {},
    earlyClicks: [],
    viewed: (memory().views[`${api} ${siteId}`] ||= { views: 0 }),
    labels: String,
    isShown() {
      return !!site.payload?.config.enabled;
    },
    drawOne(widget) {
      const { payload } = site;
      if (!payload) return;
      putInPlace(widget, payload.config.placement);
      render(site, widget, payload);
    },
    drawAll() {
      const visible = site.isShown();
      site.widgets.forEach((widget) => {
        if (visible) site.drawOne(widget);
        else widget.outer.remove();
      });
    },
    patch({ section }, wanted) {
      section.replaceChildren(...wanted);
    },
    handleEvent(widget, event) {
      loadRest();
      const control = (event.target as Element).closest("[data-do]");
      // The right button opens the browser's own menu.
      if (!control || !event.type.endsWith("click") || (event as MouseEvent).button > 1) return;
      // A link works without the second file, unless its prompt must be copied first: then it waits for that file,
      // unless loading it failed. Controls that are not links always wait.
      const opens = control.hasAttribute("href") && (site.isRestMissing || !offerAt(widget.content, control)?.copies);
      if (!opens) event.preventDefault();
      site.earlyClicks.push([widget, control, opens]);
    },
    update() {
      site.drawAll();
      if (site.isRestMissing && site.isAnswered) reportAlone(site);
    },
    fetch() {
      start(site, load).catch(() => undefined);
    },
  };
  site.fetch();
  return site;
}

async function start(site: Site, load: Load): Promise<void> {
  const language = (site.language = pageLanguage());
  const fetched = fetchPayload(site, language);
  /**
   * Loads the extra features first if the site needs them, because only they can decide whether the site may be drawn.
   */
  const take = async (payload: Payload | null | undefined): Promise<void> => {
    if (payload && !payload.plain) site.extras ||= (await load("extras")).extrasFor(site, SHARED_FUNCTIONS);
    site.payload = payload;
  };
  // Waits until the page is parsed.
  if (document.readyState === "loading")
    await new Promise((resolve) => {
      document.addEventListener("DOMContentLoaded", resolve);
    });
  await take(storedPayload(site, language) || site.payload).catch(() => undefined);
  if (!site.isDestroyed) site.update();
  const fresh = await fetched;
  // If the page's language has changed in the meantime, the payload for the new one was requested.
  if (language !== site.language) return;
  // If the request failed, the stored payload stays.
  if (fresh !== undefined) await take(fresh);
  site.isAnswered = true;
  if (site.isDestroyed) return;
  site.update();
}
