/**
 * What may be sent to the service about a page, and in which form. The second file sends it, and stores what cannot be
 * sent. If that file does not arrive in time, the view and the clicks on plain links are sent here, once and without a
 * queue.
 */

import { offerAt } from "../offers/content";
import type { Facts, WidgetEvent } from "./events";
import { eventAddress, pageTitle, referrerOrigin } from "../page";
import type { Site } from "../parts";
import { post } from "./post";
import { isUncounted, mayTrack } from "./privacy";
import { uuidV7 } from "./uuid";

export function mayReport({ payload, natives }: Site): boolean {
  return (
    !!payload && natives.store.isOpen && mayTrack(payload.config.privacy, navigator) && !isUncounted(natives.store)
  );
}

export function eventOf({ siteId, natives }: Site, facts: Facts, referrer = referrerOrigin()): WidgetEvent {
  return {
    siteId,
    eventId: uuidV7(natives.now(), natives.random),
    url: eventAddress(),
    title: pageTitle() || undefined,
    referrer,
    ...facts,
  };
}

/** Whether a widget is shown on the page. */
export function isOnPage({ widgets }: Site): boolean {
  return [...widgets.values()].some(({ outer }) => outer.isConnected);
}

/** The view, if it was not counted yet; from now on, it is considered counted. */
export function viewOf(site: Site): Facts[] {
  const { viewed } = site;
  const { pathname } = location;
  if (viewed.path === pathname) return [];
  viewed.path = pathname;
  viewed.views++;
  return [{ type: "view", widget: isOnPage(site) ? undefined : false }];
}

/**
 * Sends events without the second file. A page that the browser only prerendered sends nothing, because nobody has seen
 * it.
 */
export function reportAlone(site: Site): void {
  if ((document as { prerendering?: boolean }).prerendering || !site.isShown() || !mayReport(site)) return;
  const facts = viewOf(site);
  // Clicks that need the second file keep waiting for it.
  site.earlyClicks = site.earlyClicks.filter(({ widget, control, isOpened }) => {
    const offer = isOpened && offerAt(widget.content, control);
    if (offer) facts.push(offer.facts);
    return !offer;
  });
  if (facts.length)
    post(
      site.natives,
      site.to,
      facts.map((facts) => eventOf(site, facts)),
    ).catch(() => undefined);
}
