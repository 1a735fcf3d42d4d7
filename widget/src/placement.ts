/** Where the widget stands on a page. Never throws for a selector that is wrong or finds nothing. */

import type { Target } from "./init_options";
import type { Placement } from "./payload";
import { CONTENT, NOWHERE } from "./placement_rules";

/** The end of a page, and what has ends of its own. */
const FOOT = "footer,[role=contentinfo],.elementor-location-footer";
const PART = "article,section,aside,dialog";

/** What the service says where an owner named no place. */
const USUAL = "article";
/** Of several articles, one with more than that part of the page's text is what the page is about; the others are comments or teasers. */
const MAIN_PART = 0.6;

/**
 * The element of the page that the widget stands at: the one that was asked for, else the page's own content. None while
 * `isPatient`, since the page may still bring it, where the page places the widget itself, and on a list of excerpts.
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

/** Puts `host` on that side of `anchor` that was asked for. Beside the body there is nothing to see. */
export function put(host: Element, anchor: Element, target: Target, { mode, position, selector }: Placement): void {
  const isOwn = anchor === document.body && mode === "inline" && !target && selector !== "body" && position !== "prepend";
  // At the end of a page that has no content of its own stands its footer.
  const foot = isOwn && [...document.querySelectorAll(FOOT)].filter((found) => !found.closest(PART)).pop();
  // Content that stands in a row with a sidebar has no room beside it. Who names an element knows what is beside it.
  const isInRow = (!selector || selector === USUAL) && /flex|grid/.test(getComputedStyle(anchor.parentElement || anchor).display);
  const isInside = target || anchor === document.body || isInRow;
  // What an owner says is called as the browser calls it.
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
