/** Where the widget is placed on a page. Never throws for a selector that is invalid or finds nothing. */

import type { Target } from "../init_options";
import type { Placement } from "../first/payload";
import { COMPLETE_PARTS, PAGES_WITHOUT_WIDGET, TEXTS } from "./placement_rules";
import { endOfText, isList, lengthOf } from "./text_flow";

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

/** A page that marks no main content has a text if its paragraphs have this number of characters. */
const MIN_TEXT_OF_BODY = 200;

/** Where the widget goes: next to an element or into it. */
export interface Spot {
  readonly anchor: Element;
  readonly way: "after" | "append" | "before" | "prepend";
  /** Whether the page or the owner asked for this element. */
  readonly isAsked?: boolean;
  /** The end of the page's text, whose left edge, width and font the widget gets. */
  readonly text?: Element;
  /** The page's title, beside which a compact widget is. */
  readonly title?: Element;
}

/**
 * The spot that the page or the owner asked for, otherwise the end of the page's text. Null while `isPatient`, because
 * the page may still add it; null if the page places the widget itself; null on lists and other pages without their own
 * topic. With `titleOf`, it is beside the title instead of the end of the text.
 */
export function spotFor(
  target: Target,
  placement: Placement,
  isPatient: boolean,
  titleOf: ((content: Element) => Element | null) | false | undefined,
): Spot | null {
  const { mode, selector, position } = placement;
  if (target instanceof Element) return { ...besides(target, target, placement), isAsked: true };
  const wanted = target || (mode === "inline" && selector !== DEFAULT_SELECTOR && selector);
  const asked = find(wanted);
  if (asked) return { ...besides(asked, target, placement), isAsked: true };
  // Most pages have none of these, and are searched once for all of them.
  const isKnown = find([PAGES_WITHOUT_WIDGET, COMPLETE_PARTS, TEXTS].join());
  if (mode === "manual" || (wanted && isPatient) || (isKnown && find(PAGES_WITHOUT_WIDGET))) return null;
  const part = isKnown && !titleOf && onlyOne(COMPLETE_PARTS);
  if (part) return besides(part, target, placement);
  const content = (isKnown && onlyOne(TEXTS)) || mainArticle(isPatient);
  if (!content || (content !== document.body && isList(content))) return null;
  const title = titleOf && titleOf(content);
  if (title) {
    const around = content.contains(title) ? content : title.closest("main,article") || document.body;
    return { anchor: outOfRow(title, around), way: "after", title };
  }
  const text = /after|append/.test(position) && endOfText(content, content === document.body ? MIN_TEXT_OF_BODY : 1);
  if (!text) return besides(content, target, placement);
  const anchor = outOfRow(text, content);
  return { anchor, way: "after", text };
}

/** The first of several selectors that finds exactly one element; several are entries of a list. */
function onlyOne(rules: string): Element | null {
  for (const rule of rules.split(",")) {
    const [first, second] = document.querySelectorAll(rule);
    if (first && !second) return first;
  }
  return null;
}

function mainArticle(isPatient: boolean): Element | null {
  const main = find("main,[role=main]") || document.body;
  const all = [...document.querySelectorAll(DEFAULT_SELECTOR)];
  if (!all[0]) return isPatient && !find("main p") ? null : main;
  const titled = all.filter((article) => article.querySelector("h1"));
  const some = titled[0] ? titled : all;
  return some.find((article) => !some[1] || lengthOf(article) > MIN_MAIN_SHARE * lengthOf(main)) || null;
}

/** The outermost element around `text` that is in a row or a table with others; there is no room beside it. */
function outOfRow(text: Element, content: Element): Element {
  let found = text;
  for (let at = text; at !== content && at.parentElement; at = at.parentElement) {
    const { display, flexDirection } = getComputedStyle(at.parentElement);
    const isRow = display.includes("flex") ? flexDirection.startsWith("row") : /^table|^inline(?!-block)/.test(display);
    // The content itself may be such a row.
    if (isRow && at.parentElement !== content) found = at.parentElement;
  }
  return found;
}

/** The side of `anchor` that was asked for. Outside of the body nothing would be visible. */
function besides(anchor: Element, target: Target, { mode, position, selector }: Placement): Spot {
  const isOwn =
    anchor === document.body && mode === "inline" && !target && selector !== "body" && position !== "prepend";
  // On a page without main content, the widget comes before the footer.
  const foot = isOwn && [...document.querySelectorAll(FOOTER)].filter((found) => !found.closest(PART)).pop();
  if (foot) return { anchor: foot, way: "before" };
  // If the content is in a row with a sidebar, there is no room next to it, so the widget goes inside. If the owner
  // names an element, its siblings are not considered.
  const isInRow =
    (!selector || selector === DEFAULT_SELECTOR) &&
    /flex|grid|table/.test(getComputedStyle(anchor.parentElement || anchor).display);
  const isInside = target || anchor === document.body || isInRow;
  // The configuration's positions have the same names as the browser's methods.
  const way = position === "prepend" || (isInRow && position === "before") ? "prepend" : isInside ? "append" : position;
  return { anchor, way: way in anchor ? (way as Spot["way"]) : "after" };
}

function find(selector: string | false | null | undefined): Element | null {
  try {
    return selector ? document.querySelector(selector) : null;
  } catch {
    return null;
  }
}
