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
import { dress, render, settle } from "./widget";

export function createSite(api: string, siteId: string, natives: Natives, wake: () => void): Site {
  const site: Site = {
    api, siteId, natives, widgets: new Map(), payload: undefined, isAnswered: false, isOver: false,
    drawn: {}, fitting: [], fittingPage: "", early: [],
    labels: () => labelsFor(site.payload?.labels || {}, pageLanguage()),
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
      if (event.type !== "click" || !control) return;
      // What only opens a prefilled address needs nobody's help; what copies or opens a menu waits.
      if (!control.hasAttribute("href") || control.hasAttribute("data-copies")) event.preventDefault();
      site.early.push([widget, control]);
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
