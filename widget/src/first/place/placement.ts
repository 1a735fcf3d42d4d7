/** Where the widget is placed on a page. Never throws for a selector that is invalid or finds nothing. */

import type { Target } from "../../init_options";
import type { Placement } from "../payload";
import { CONTENT, PAGES_WITHOUT_WIDGET } from "./placement_rules";

/** Footers of a page, and the elements that have their own footers. */
const FOOTER = "footer,[role=contentinfo],.elementor-location-footer";
const PART = "article,section,aside,dialog";

/** The selector that the service sends if the owner chose no place. */
const DEFAULT_SELECTOR = "article";
/**
 * If there are several articles, one with more than this share of the page's text is the main one; the others are
 * comments or teasers.
 */
const MIN_MAIN_SHARE = 0.6;

/**
 * The element of the page at which the widget is placed: the requested one, otherwise the page's main content. Null
 * while `isPatient`, because the page may still add it; null if the page places the widget itself; null on lists of
 * excerpts and other pages without their own topic.
 */
export function anchorFor(target: Target, { mode, selector }: Placement, isPatient: boolean): Element | null {
  if (target instanceof Element) return target;
  const wanted = target || (mode === "inline" && selector !== DEFAULT_SELECTOR && selector);
  const asked = find(wanted);
  if (asked || mode === "manual" || (wanted && isPatient) || find(PAGES_WITHOUT_WIDGET)) return asked;
  for (const rule of CONTENT.split(",")) {
    const [first, second] = document.querySelectorAll(rule);
    if (first && !second) return first;
  }
  const main = find("main,[role=main]") || document.body;
  const all = [...document.querySelectorAll(DEFAULT_SELECTOR)];
  if (!all[0]) return isPatient ? null : main;
  const titled = all.filter((article) => article.querySelector("h1"));
  const some = titled[0] ? titled : all;
  return (
    some.find(({ textContent }) => !some[1] || textContent.length > MIN_MAIN_SHARE * main.textContent.length) || null
  );
}

/** Puts `host` on the requested side of `anchor`. Outside of the body nothing would be visible. */
export function put(host: Element, anchor: Element, target: Target, { mode, position, selector }: Placement): void {
  const isOwn =
    anchor === document.body && mode === "inline" && !target && selector !== "body" && position !== "prepend";
  // On a page without main content, the widget comes before the footer.
  const foot = isOwn && [...document.querySelectorAll(FOOTER)].filter((found) => !found.closest(PART)).pop();
  // If the content is in a row with a sidebar, there is no room next to it, so the widget goes inside. If the owner
  // names an element, its siblings are not considered.
  const isInRow =
    (!selector || selector === DEFAULT_SELECTOR) &&
    /flex|grid/.test(getComputedStyle(anchor.parentElement || anchor).display);
  const isInside = target || anchor === document.body || isInRow;
  // The configuration's positions have the same names as the browser's methods.
  const way = position === "prepend" || (isInRow && position === "before") ? "prepend" : isInside ? "append" : position;
  if (foot) foot.before(host);
  else anchor[way in anchor ? (way as "append" | "before" | "prepend") : "after"](host);
}

function find(selector: string | false | null | undefined): Element | null {
  try {
    return selector ? document.querySelector(selector) : null;
  } catch {
    return null;
  }
}
