/** Where the widget is on a page. Never throws for a selector that is wrong or finds nothing. */

import type { Target } from "../../init_options";
import type { Placement } from "../payload";
import { CONTENT, NOWHERE } from "./placement_rules";

/** Footers of a page, and the elements that have footers of their own. */
const FOOT = "footer,[role=contentinfo],.elementor-location-footer";
const PART = "article,section,aside,dialog";

/** The service's selector if the owner chose no place. */
const USUAL = "article";
/** Of several articles, one with more than this part of the page's text is the main one; the others are comments or teasers. */
const MAIN_PART = 0.6;

/**
 * The element of the page that the widget is placed at: the requested one, else the page's own content. None while
 * `isPatient`, since the page may still add it, where the page places the widget itself, and on a list of excerpts.
 */
export function anchorFor(target: Target, { mode, selector }: Placement, isPatient: boolean): Element | null {
  if (target instanceof Element) return target;
  const wanted = target || (mode === "inline" && selector !== USUAL && selector);
  const asked = find(wanted);
  if (asked || mode === "manual" || (wanted && isPatient) || find(NOWHERE)) return asked;
  for (const rule of CONTENT.split(",")) {
    const [first, second] = document.querySelectorAll(rule);
    if (first && !second) return first;
  }
  const main = find("main,[role=main]") || document.body;
  const all = [...document.querySelectorAll(USUAL)];
  if (!all[0]) return isPatient ? null : main;
  const titled = all.filter((article) => article.querySelector("h1"));
  const some = titled[0] ? titled : all;
  return some.find(({ textContent }) => !some[1] || textContent.length > MAIN_PART * main.textContent.length) || null;
}

/** Puts `host` on the requested side of `anchor`. Beside the body nothing would be visible. */
export function put(host: Element, anchor: Element, target: Target, { mode, position, selector }: Placement): void {
  const isOwn = anchor === document.body && mode === "inline" && !target && selector !== "body" && position !== "prepend";
  // A page without content of its own ends with its footer.
  const foot = isOwn && [...document.querySelectorAll(FOOT)].filter((found) => !found.closest(PART)).pop();
  // Content in a row with a sidebar has no room beside it. An owner who names an element knows what is beside it.
  const isInRow = (!selector || selector === USUAL) && /flex|grid/.test(getComputedStyle(anchor.parentElement || anchor).display);
  const isInside = target || anchor === document.body || isInRow;
  // The owner's positions have the names of the browser's methods.
  const way = position === "prepend" || (isInRow && position === "before") ? "prepend" : isInside ? "append" : position;
  if (foot) foot.before(host);
  else anchor[way in anchor ? way as "append" | "before" | "prepend" : "after"](host);
}

function find(selector: string | false | null | undefined): Element | null {
  try {
    return selector ? document.querySelector(selector) : null;
  } catch {
    return null;
  }
}
