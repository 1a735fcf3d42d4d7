/** One site on this page: its payload and its widgets. Decides what is shown; the second file counts. */

import { beginCopy, sharePage } from "./gestures";
import { actOf, offerAt } from "./offers/content";
import { SHARED_FUNCTIONS } from "./shared_functions";
import { fetchPayload, storedPayload } from "./configuration";
import type { Load } from "./load";
import { memory } from "./memory";
import type { Natives } from "./natives";
import { pageAddress, pageLanguage } from "./page";
import type { Payload } from "./payload";
import type { EarlyClick, Site } from "./parts";
import { reportAlone } from "./reporting/reporting";
import { placeSimply } from "./simple_place";
import { render } from "./widget";

declare const ASKLINE_VERSION: string;
/** The id that `crates/server/assets/preview/frame.js` uses. */
const PREVIEW = "preview";

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
      site.placing?.(widget, payload.config.placement);
      if (!widget.isBelow) render(site, widget, payload);
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
      const offer = offerAt(widget.content, control);
      const [act] = actOf(control);
      // What a browser allows only within a click begins here. A link opens by itself, after its prompt was copied.
      let give: EarlyClick["give"] = Boolean;
      const copying =
        offer?.copies || act === "page" || act === "link"
          ? beginCopy(
              new Promise((resolve) => {
                give = resolve;
                if (act !== "page") resolve(offer ? offer.asks : pageAddress());
              }),
            )
          : undefined;
      const opening = offer?.begin ? offer.begin() : act === "shares" && !offer?.href && sharePage();
      const isOpened = control.hasAttribute("href") || act === "shares";
      if (!isOpened) event.preventDefault();
      site.earlyClicks.push({ widget, control, isOpened, copying: opening || copying, give });
    },
    update() {
      site.drawAll();
      if (site.isRestMissing && site.isAnswered && ![...site.widgets.values()].some(({ isWaiting }) => isWaiting))
        reportAlone(site);
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
  // The dashboard's preview has a page of its own, in which the simple place is the right one.
  const placing =
    site.siteId === PREVIEW
      ? placeSimply
      : load("place")
          .then(({ placingFor }) => placingFor(site))
          .catch(() => placeSimply);
  /**
   * Loads the extra features first if the site needs them, because only they can decide whether the site may be drawn.
   */
  const take = async (payload: Payload | null | undefined): Promise<void> => {
    if (payload && !payload.plain) site.extras ||= (await load("extras")).extrasFor(site, SHARED_FUNCTIONS);
    if (payload?.config.menu?.[0])
      site.drawMenu ||= await load("menu")
        .then(({ menuFor }) => menuFor(site, SHARED_FUNCTIONS))
        .catch(() => undefined);
    site.payload = payload;
  };
  // Waits until the page is parsed.
  if (document.readyState === "loading")
    await new Promise((resolve) => {
      document.addEventListener("DOMContentLoaded", resolve);
    });
  site.placing = await placing;
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
