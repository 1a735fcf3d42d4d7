/** One site on this page: its payload, and its widgets. Decides what is shown; counts nothing, which is the second file's. */

import { pathIsTaken } from "./glob";
import { AWAY_KEY, dayOf } from "./kept";
import { labelsFor } from "./labels";
import type { Natives } from "./natives";
import { pageLanguage } from "./page";
import { fetchPayload, keptPayload } from "./payload";
import type { Site } from "./parts";
import { actionsAt, rulesFor, type Actions } from "./rules";
import { applyStyles } from "./styles";
import { eventOf, mayTell, tellAlone } from "./telling";
import { dress, render, settle } from "./widget";

declare const ASKLINE_VERSION: string;

export function createSite(api: string, siteId: string, natives: Natives, wake: () => void): Site {
  const site: Site = {
    api, siteId, to: `${api}/api/v1/events?v=${ASKLINE_VERSION}`, natives, widgets: new Map(), payload: undefined, isAnswered: false, isOver: false,
    drawn: {}, fitting: [], fittingPage: "", early: [], isAlone: false, laterParts: undefined, told: "",
    labels: () => labelsFor(site.payload?.labels || {}, pageLanguage()),
    mayTell: () => mayTell(site),
    eventOf: (facts, referrer) => eventOf(site, facts, referrer),
    isShown() {
      const { enabled = false, placement } = site.payload?.config || {};
      if (!enabled || !placement) return false;
      const isAway = placement.mode === "floating" && placement.hideForToday && natives.store.read(AWAY_KEY + siteId) === dayOf(natives.now());
      return !isAway && pathIsTaken(location.pathname, placement.includePaths, placement.excludePaths) && !actionsNow(site)("hide_widget");
    },
    drawOne(widget) {
      const { payload } = site;
      if (!payload) return;
      settle(widget, payload.config.placement);
      render(site, widget, payload, site.labels());
    },
    drawAll() {
      const visible = site.isShown();
      site.widgets.forEach((widget) => {
        if (visible) site.drawOne(widget);
        else widget.host.remove();
      });
    },
    keep(widget) {
      if (!site.payload) return;
      settle(widget, site.payload.config.placement);
      dress(widget, site.payload.config);
    },
    style({ root, nonce }, sheet) { applyStyles(root, nonce, sheet); },
    patch(there, wanted) { there.replaceChildren(wanted); },
    hear(widget, event) {
      wake();
      const control = event.target instanceof Element && event.target.closest("[data-do]");
      const isMiddle = event.type === "auxclick" && (event as MouseEvent).button === 1;
      if (!control || (!isMiddle && event.type !== "click")) return;
      // What only opens a prefilled address needs nobody's help; what copies or opens a menu waits, as long as there is hope.
      const opens = control.hasAttribute("href") && (site.isAlone || !control.hasAttribute("data-copies"));
      if (!opens) event.preventDefault();
      site.early.push([widget, control, opens]);
    },
    turn() { site.drawAll(); },
  };
  start(site).catch(() => undefined);
  return site;
}

async function start(site: Site): Promise<void> {
  const fetched = fetchPayload(site.api, site.siteId, site.natives);
  // The page is parsed.
  if (document.readyState === "loading") await new Promise((resolve) => { document.addEventListener("DOMContentLoaded", resolve, { once: true }); });
  site.payload = keptPayload(site.siteId, site.natives);
  if (!site.isOver) site.turn();
  const fresh = await fetched;
  site.isAnswered = true;
  if (site.isOver) return;
  // What cannot be had leaves what was kept.
  if (fresh !== undefined) site.payload = fresh;
  site.fittingPage = "";
  site.turn();
  if (site.isAlone) tellAlone(site);
}

/** What the rules say of the page as it is now; a site may have a thousand, and a page is asked often. */
export function actionsNow(site: Site): Actions {
  const page = { path: location.pathname, host: location.hostname, language: pageLanguage() };
  const key = page.path + page.language;
  if (key !== site.fittingPage) {
    site.fittingPage = key;
    site.fitting = rulesFor(site.payload?.rules || [], page);
  }
  return actionsAt(site.fitting, site.natives.now());
}
