/**
 * The file that finds the widget's place. Requested together with the payload, so that the first file stays small.
 * Does not change a server-made tree before the page's own scripts have taken it over.
 */

import { HOST } from "./first/drawing/element";
import type { Placing, Site, Widget } from "./first/parts";
import type { Placement } from "./first/payload";
import { safely } from "./first/safely";
import { placeSimply } from "./first/simple_place";
import { align, takeFont } from "./place/align";
import { MAX_WAIT_MS, pendingRoot, whenSettled } from "./place/hydration";
import { setMatches } from "./place/matches";
import { spotFor, type Spot } from "./place/placement";

const CHECK_INTERVAL_MS = 50;
/** How long a spot is kept while the page stays the same: every click and every second asks for it. */
const SPOT_MS = 8_000;

/** What was found, when, and for which state of the page. */
interface Found {
  readonly of: string;
  readonly spot: Spot | null;
  readonly at: number;
  readonly isFirst: boolean;
}

export function placingFor(site: Site): Placing {
  const { natives } = site;
  setMatches(natives);
  let isSettled = false;
  /** Whether the time for a script that surely takes the tree over has passed. */
  let isLate = false;
  let isChecking = false;
  const known = new WeakMap<Widget, Found>();

  const look = (widget: Widget, placement: Placement): Spot | null => {
    const { isFloating, place, searches } = widget;
    if (isFloating) return { anchor: document.body, way: "append" };
    const isCompact = site.payload?.config.theme.layout === "compact";
    const before = known.get(widget);
    const of = [
      isCompact,
      location.pathname,
      innerWidth,
      document.readyState,
      // Without the widgets themselves, so that their arrival is no change of the page.
      document.getElementsByTagName("*").length - document.getElementsByTagName(HOST).length,
      JSON.stringify(placement),
    ].join();
    const at = natives.now();
    // A spot that was found at once is the same one later.
    const isSame = before?.of === of && (before.spot ? isVisible(before.spot) : before.isFirst === !searches);
    const isValid = isSame && at - before.at < SPOT_MS;
    const spot = isValid ? before.spot : spotFor(place, placement, !searches, isCompact && site.extras?.titleOf);
    if (!isValid) known.set(widget, { of, spot, at, isFirst: !searches });
    return spot;
  };

  /** A reader who scrolls down before the second file has arrived sees the widget as well. */
  const drawWhenSeen = (widget: Widget) => {
    widget.isBelow = true;
    const observer = new IntersectionObserver(
      safely((entries: readonly IntersectionObserverEntry[]) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        if (!widget.isBelow || site.isDestroyed) return;
        widget.isBelow = false;
        site.drawOne(widget);
      }),
    );
    observer.observe(widget.outer);
  };

  /** Looks again until the page's scripts have taken over what they take over, or have had time for it. */
  const check = () => {
    if (isChecking || site.isDestroyed) return;
    isChecking = true;
    const end = natives.now() + 10_000;
    const again = () => {
      if (site.isDestroyed) return;
      const isWaiting = [...site.widgets.values()].some(({ isWaiting }) => isWaiting);
      site.update();
      if (isWaiting && natives.now() < end) natives.schedule(again, CHECK_INTERVAL_MS);
      else isChecking = false;
    };
    natives.schedule(again, CHECK_INTERVAL_MS);
  };
  whenSettled(natives.schedule, () => {
    isSettled = true;
  });
  natives.schedule(() => {
    isLate = true;
  }, MAX_WAIT_MS);

  /**
   * Measuring computes the page's layout. The first time it is done after the drawing, with the content for which the
   * next frame needs the layout anyway. Below the window nothing is drawn yet.
   */
  const alignTo = (widget: Widget, text: Element) => {
    const { outer } = widget;
    if (widget.content) align(outer, text);
    else if (!widget.isBelow)
      queueMicrotask(
        safely(() => {
          align(outer, text);
        }),
      );
  };

  const place: Placing = (widget, placement) => {
    const { outer } = widget;
    removeClones();
    widget.isFloating = placement.mode === "floating" && !widget.place;
    let spot = look(widget, placement);
    const isThere = outer.isConnected && spot?.anchor === widget.anchor;
    const root = spot && !isThere ? pendingRoot(spot.anchor, isSettled) : null;
    // A page that never takes over its tree gets the widget outside of it.
    if (root)
      spot = isLate && isOutside(root) && !spot?.isAsked && !spot?.title ? { anchor: root, way: "after" } : null;
    widget.isWaiting = !!root && !spot;
    if (root) check();
    if (widget.isWaiting) return;
    widget.searches++;
    if (spot?.anchor.isConnected) {
      const { anchor, way, text, title } = spot;
      if (anchor !== widget.anchor || (!outer.isConnected && (!widget.mayReturn || widget.mayReturn()))) {
        widget.anchor = anchor;
        const isBelow = !widget.content && !widget.isFloating && isBelowWindow(spot);
        const parent = /append|prepend/.test(way) ? anchor : anchor.parentElement;
        if (text && parent) takeFont(outer, text, parent);
        anchor[way](outer);
        if (isBelow) drawWhenSeen(widget);
      }
      site.extras?.alignToTitle(widget, title, anchor);
      if (text) alignTo(widget, text);
    } else if (!spot && widget.searches > 1) outer.remove();
  };
  return (widget, placement) => {
    try {
      place(widget, placement);
    } catch {
      // The page replaced functions of the browser that are needed to find a place.
      placeSimply(widget, placement);
    }
  };
}

/**
 * Whether the spot is below the window. Measured before the widget is put there, while the page's layout is known;
 * reading it afterwards would compute the layout once more.
 */
function isBelowWindow({ anchor, way }: Spot): boolean {
  if (!("IntersectionObserver" in window)) return false;
  const before = way === "append" ? anchor.lastElementChild : way === "after" ? anchor : null;
  const top = before ? before.getBoundingClientRect().bottom : anchor.getBoundingClientRect().top;
  return top > innerHeight;
}

/** Whether the spot is still in the page, and its text visible: a page may show another part instead. */
function isVisible({ anchor, text }: Spot): boolean {
  return anchor.isConnected && (!text || !!text.getClientRects()[0]);
}

/** Whether something that follows `root` would be in the page. */
function isOutside(root: Element): boolean {
  return root !== document.documentElement && root !== document.body;
}

/** Caches of pages keep copies of the widget's element, which have no content; the real one is put in again. */
function removeClones(): void {
  for (const host of document.querySelectorAll(`${HOST}:not([data-site])`)) if (!host.shadowRoot) host.remove();
}
