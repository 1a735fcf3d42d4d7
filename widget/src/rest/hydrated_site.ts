/** A site on a page: notices changes of the page. Reports to the service what is shown and clicked. */

import { isOnPage } from "../first/reporting/reporting";
import { pageLanguage } from "../first/page";
import type { Facts, WidgetEvent } from "../first/reporting/events";
import { LAST_KEY } from "../first/storage_keys";
import { memory } from "../first/memory";
import { removeStored } from "../first/natives";
import type { Site, Widget } from "../first/parts";
import { OFF_KEY } from "../first/reporting/privacy";
import { safely } from "../first/safely";
import { applyStyles, dress, eventOf, markdownAddress, mayTell, valuesOf, viewOf } from "./shared_functions";
import { morphInside } from "./morph";
import { pressesOf } from "./press";
import { countReturns, noteNeighbor } from "./returning";
import { complete } from "./screen_reader";
import { settledTitle } from "./settled_title";
import { createSender } from "./send_events";
import { SHEET } from "./styles";
import type { Transport } from "./transport";

/** How long to wait for the service's response. */
const MAX_WAIT_MS = 8_000;
/**
 * How long an address must stay before it counts as a new page: titles change late, and redirects follow each other.
 */
const SETTLE_MS = 300;

export interface HydratedSite {
  /** Checks whether the page has changed, and puts widgets back into their places. */
  readonly checkPage: () => void;
  /** Reads the page again without waiting. */
  readonly update: () => void;
  readonly leave: () => void;
  /** Sends the stored events, because the browser is online again. */
  readonly resend: () => void;
  /** Called when the page was restored from the back/forward cache, which counts as a new view. */
  readonly restore: () => void;
}

export function hydrateSite(site: Site, way: Transport, signal: AbortSignal): HydratedSite {
  const { natives } = site;
  const sender = createSender(site.to, natives, way);
  /** Events that wait until the service has said what may be counted. */
  const waiting: WidgetEvent[] = [];
  const hydrated = new WeakSet<Widget>();
  const { viewed } = site;
  let seen = "";
  const pageHere = (): string => site.extras?.page() ?? location.pathname;
  let page = viewed.path && pageHere();
  let counted = page;

  const titles = settledTitle(site);

  const report = (
    facts: Facts,
    when = (send: (title?: string) => void) => {
      send(titles.now());
    },
  ): void => {
    if (!mayTell(site)) return;
    // From the second view on, the previous page is one of the site's own, even if `document.referrer` still says
    // otherwise.
    const plain = eventOf(site, facts, viewed.views > 1 ? location.origin : undefined);
    const event = site.extras?.placed(plain) ?? plain;
    when((title) => {
      // The reader may have objected in the meantime.
      if (!mayTell(site)) return;
      waiting.push({ ...event, title });
      if (site.isAnswered) waiting.splice(0).forEach(sender.send);
    });
  };

  /**
   * Counts the view, once. If no widget is shown yet, it waits a moment, because the page may still add the requested
   * place.
   */
  const count = (isLast?: boolean): void => {
    if (!site.payload || !site.isShown()) return;
    const isThere = isOnPage(site);
    if (isThere && viewed.shown !== pageHere()) {
      viewed.shown = pageHere();
      announce("shown", { type: "view" });
    }
    if (mayTell(site) && (isLast || isThere || [...site.widgets.values()].every(({ searches }) => searches > 1))) {
      // The path alone does not say that a query parameter or hash route leads to another page.
      if (counted && counted !== pageHere()) viewed.path = "";
      counted = pageHere();
      viewOf(site).forEach((view) => {
        report(view, (send) => {
          titles.settle(send, way.afterPaint);
        });
      });
    }
  };

  /** The properties of the page on which the offers depend. */
  const pageNow = (): string => [location.href, document.title, pageLanguage(), document.dir].join("\n");

  drawOnlyChanges(site, pageNow);

  /** Reads the page: shows or hides widgets, and counts the view if it is another page. */
  const update = safely((): void => {
    if (!site.payload) {
      waiting.length = 0;
      site.drawAll();
      return;
    }
    const isOther = page !== pageHere();
    if (isOther && page) site.drawn = {};
    seen = pageNow();
    page = pageHere();
    site.widgets.forEach((widget, target) => {
      widget.searches = 0;
      countReturns(widget);
      // The element belonged to an earlier page and was removed by a script.
      if (isOther && target instanceof Element && !target.isConnected) site.widgets.delete(target);
    });
    site.drawAll();
    site.widgets.forEach((widget) => {
      if (hydrated.has(widget)) return;
      hydrated.add(widget);
      // After the page's layout was read, which the browser would otherwise compute once more.
      applyStyles(widget.root, widget.nonce, SHEET);
      // The first file listens for the events that load this file; these are the others.
      for (const type of ["input", "keydown"])
        widget.section.addEventListener(type, (event) => {
          presses.handleEvent(widget, event);
        });
    });
    drawBelow(site);
    count();
    if (!site.isAnswered) return;
    if (site.language !== pageLanguage()) site.fetch();
    if (memory().count === false) removeStored();
    if (mayTell(site)) {
      waiting.splice(0).forEach(sender.send);
      way.afterPaint(sender.resend);
    } else {
      waiting.length = 0;
      natives.store.write(LAST_KEY, "");
    }
  });

  const checkPage = (): void => {
    const now = pageNow();
    if (!site.payload) return;
    if (seen !== now) {
      const { href } = location;
      seen = now;
      natives.schedule(() => {
        if (href === location.href) update();
      }, SETTLE_MS);
    } else if (site.isShown()) {
      const { payload } = site;
      const { placement } = payload.config;
      site.widgets.forEach((widget) => {
        site.placing?.(widget, placement);
        noteNeighbor(widget);
        dress(site, widget, payload);
      });
      count();
    }
  };

  const [, choice] = /[?&]askline=(on|off)(?:&|$)/.exec(location.search) || [];
  if (choice) natives.store.write(OFF_KEY, choice === "off" ? "1" : "");
  // If the service does not respond in time, its last stored response decides what may be counted.
  natives.schedule(() => {
    if (site.isAnswered) return;
    site.isAnswered = true;
    site.update();
  }, MAX_WAIT_MS);
  const presses = pressesOf(site, signal, {
    report(facts, what) {
      announce(what, facts);
      report(facts);
    },
    remember(platform) {
      if (mayTell(site)) natives.store.write(LAST_KEY, platform);
    },
  });
  site.patch = (widget, wanted) => {
    const all = document.createDocumentFragment();
    all.append(...wanted);
    complete(widget, all, site.labels);
    morphInside(widget.section, [...all.childNodes]);
  };
  site.handleEvent = presses.handleEvent;
  site.update = update;
  update();
  site.earlyClicks.splice(0).forEach((early) => {
    presses.press(early.widget, early.control, early);
  });

  return {
    update,
    checkPage,
    leave() {
      // If the page is left immediately, the service may not have responded yet, so its last stored response decides
      // what may be counted.
      count(true);
      if (!mayTell(site)) return;
      titles.leave();
      way.flush();
      waiting.splice(0).forEach(sender.send);
      sender.leave();
    },
    resend() {
      if (mayTell(site)) sender.resend();
    },
    restore() {
      viewed.path = viewed.shown = "";
      update();
    },
  };
}

/**
 * Draws what the reader does not see yet, in several short tasks, between which the page can answer the reader: first the
 * colors, for which the browser computes styles, then the content of each widget.
 */
function drawBelow(site: Site): void {
  const { natives, payload } = site;
  site.widgets.forEach((widget) => {
    if (!widget.isBelow) return;
    natives.schedule(() => {
      if (payload && widget.isBelow) dress(site, widget, payload);
      natives.schedule(() => {
        if (!widget.isBelow) return;
        widget.isBelow = false;
        site.drawOne(widget);
      }, 0);
    }, 0);
  });
}

/** Draws a widget only if something has changed, because every click and every focus asks for an up-to-date widget. */
function drawOnlyChanges(site: Site, pageNow: () => string): void {
  const { drawOne } = site;
  site.drawOne = (widget) => {
    const { payload } = site;
    const { asked, isOpen, wasOpened, outer, appliedColors } = widget;
    const made = JSON.stringify([pageNow(), markdownAddress(), asked, isOpen, wasOpened]);
    // What the first file drew for the same page stays, and is completed.
    const isOf = payload && widget.madeOf === payload && !payload.rules?.[0];
    const isNew = isOf && !widget.made && JSON.stringify(widget.values) === JSON.stringify(valuesOf(payload));
    // Rules also depend on the time. If the page removed the widget, another one may have become the landmark.
    if (isNew || (isOf && widget.made === made && outer.isConnected)) {
      site.placing?.(widget, payload.config.placement);
      dress(site, widget, payload);
      if (widget.appliedColors === appliedColors) {
        if (isNew) {
          complete(widget, widget.section, site.labels);
          widget.made = made;
          noteNeighbor(widget);
        }
        return;
      }
    }
    drawOne(widget);
    if (!widget.isBelow) widget.made = made;
    noteNeighbor(widget);
  };
}

/**
 * Dispatches events on `document` for the owner's own analytics: `askline:shown`, `askline:asked`, `askline:shared`,
 * `askline:clicked`, `askline:copied`. They never contain a reader's text.
 */
function announce(what: string, detail: Facts): void {
  document.dispatchEvent(new CustomEvent(`askline:${what}`, { detail }));
}
