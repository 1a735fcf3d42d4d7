/**
 * Features that only some sites use, in a separate file. These are rules and paths that decide what a page offers,
 * custom platforms, variants of prompts, the page's own colors, a button that opens a panel or a menu, and a floating
 * widget.
 * Loaded before such a site is drawn, because only this file can decide whether it may be drawn.
 */

import { blend, outside } from "./extras/blend";
import { drawClosed } from "./extras/closed";
import { drawCompact } from "./extras/compact";
import { pin } from "./extras/corner";
import { withOwnPlatforms } from "./extras/own_platforms";
import { withRules } from "./extras/rules_applied";
import { alignToTitle, titleOf } from "./extras/title";
import { variantOf } from "./extras/variants";
import { isPathIncluded } from "./extras/glob";
import { pageIdentity } from "./extras/page_identity";
import { DISMISSED_KEY, dayOf } from "./first/storage_keys";
import type { SharedFunctions } from "./first/shared_functions";
import { pageLanguage } from "./first/page";
import type { Extras, Site } from "./first/parts";
import type { Placement, Rule } from "./first/payload";
import { actionsAt, rulesFor } from "./extras/rules";

export function extrasFor(site: Site, shared: SharedFunctions): Extras {
  const { natives, siteId } = site;
  /** The rules that match the page, cached because a site may have a thousand, and the page is checked often. */
  let matching: readonly Rule[] = [];
  let matchingKey: readonly unknown[] = [];
  const actions = () => {
    const rules = site.payload?.rules || [];
    const page = { path: location.pathname, host: location.hostname, language: pageLanguage() };
    const key = [rules, page.path, page.language];
    if (!key.every((part, place) => part === matchingKey[place])) {
      matchingKey = key;
      matching = rulesFor(rules, page);
    }
    return actionsAt(matching, natives.now());
  };

  const { isShown } = site;
  site.isShown = () =>
    isShown() && !!site.payload && isOfferedHere(site.payload.config.placement) && !actions()("hide_widget");

  const isOfferedHere = ({ mode, hideForToday, includePaths, excludePaths }: Placement) => {
    const isAway =
      mode === "floating" && hideForToday && natives.store.recall(DISMISSED_KEY + siteId) === dayOf(natives.now());
    return !isAway && isPathIncluded(location.pathname, includePaths, excludePaths);
  };

  const page = () => (site.payload?.pages ? pageIdentity(location.href, site.payload.pages) : location.pathname);

  return {
    page,
    placed(event) {
      const [, tracked = "", route = ""] = /^[^?#]*(?:\?([^#]*))?(#.*)?$/.exec(page()) || [];
      const join = tracked && (event.url.includes("?") ? "&" : "?");
      return { ...event, url: event.url + join + tracked + route };
    },
    atPage: (payload) => withRules(withOwnPlatforms(payload), actions()),
    lookAt(plain, theme, place, background, isDark) {
      const look = theme.preset === "blend" ? blend(theme, place, background, isDark) : plain;
      return { ...look, values: { ...look.values, ...outside(look.values, background) } };
    },
    vary: (chosen, prompts) => variantOf(chosen, prompts, (group) => (site.drawn[group] ??= Math.random())),
    draw(labels, config, widget, canShare, drawCard) {
      if (config.theme.layout === "compact") return drawCompact(shared, site, labels, config, widget);
      const isClosed = widget.isFloating || /menu|bar/.test(config.theme.layout);
      return isClosed ? drawClosed(shared, labels, config, widget, canShare, drawCard) : [drawCard()];
    },
    titleOf,
    alignToTitle,
    pin,
    dismissForToday() {
      natives.store.write(DISMISSED_KEY + siteId, dayOf(natives.now()));
    },
  };
}
