/**
 * What only some sites have: rules and paths that say on which page what is offered, platforms of their own, variants of prompts,
 * the page's own colors, a button that opens a panel, a place above the page. Loaded before such a site is drawn, since only this
 * file knows whether it may be.
 */

import { blend, outside } from "./extras/blend";
import { drawClosed } from "./extras/closed";
import { pin } from "./extras/corner";
import { withOwnPlatforms } from "./extras/own_platforms";
import { variantOf } from "./extras/variants";
import { pathIsTaken } from "./glob";
import { AWAY_KEY, dayOf } from "./kept";
import type { Lent } from "./lending";
import { pageLanguage } from "./page";
import type { Extras, Site } from "./parts";
import type { Rule } from "./payload";
import { actionsAt, rulesFor } from "./rules";

export function extrasFor(site: Site, lent: Lent): Extras {
  const { natives, siteId } = site;
  /** The rules that match a page: a site may have a thousand, and pages are checked often. */
  let fitting: readonly Rule[] = [];
  let fittingFor: readonly unknown[] = [];

  return {
    blend,
    outside,
    complete: withOwnPlatforms,
    vary: (chosen, prompts) => variantOf(chosen, prompts, (group) => (site.drawn[group] ??= Math.random())),
    drawClosed: (...given) => drawClosed(lent, ...given),
    pin,
    actions() {
      const rules = site.payload?.rules || [];
      const page = { path: location.pathname, host: location.hostname, language: pageLanguage() };
      const key = [rules, page.path, page.language];
      if (!key.every((part, place) => part === fittingFor[place])) {
        fittingFor = key;
        fitting = rulesFor(rules, page);
      }
      return actionsAt(fitting, natives.now());
    },
    sleep() { natives.store.write(AWAY_KEY + siteId, dayOf(natives.now())); },
    takesPage({ mode, hideForToday, includePaths, excludePaths }) {
      const isAway = mode === "floating" && hideForToday && natives.store.recall(AWAY_KEY + siteId) === dayOf(natives.now());
      return !isAway && pathIsTaken(location.pathname, includePaths, excludePaths);
    },
  };
}
