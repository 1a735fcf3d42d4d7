/** Where the widget stands on a page. Never throws for a selector that is wrong or finds nothing. */

import type { Target } from "./init_options";
import type { Placement } from "./payload";

/**
 * The element of the page that the widget stands at: the one that was asked for, else the first of `article`, `main`
 * and `body`. None while `isPatient`, since the page may still bring it, and where the page places the widget itself.
 */
export function anchorFor(target: Target, { mode, selector }: Placement, isPatient: boolean): Element | null {
  if (isFloating(target, mode)) return document.body;
  if (target instanceof Element) return target;
  const wanted = target || (mode === "inline" && selector);
  const asked = find(wanted);
  if (asked || mode === "manual" || (wanted && isPatient)) return asked;
  return find("article") || find("main") || document.body;
}

/** Puts `host` on that side of `anchor` that was asked for. Beside the body there is nothing to see. */
export function put(host: Element, anchor: Element, target: Target, { mode, position }: Placement): void {
  const isInside = target || isFloating(target, mode) || anchor === document.body;
  if (position === "prepend") anchor.prepend(host);
  else if (isInside || position === "append") anchor.append(host);
  else if (position === "before") anchor.before(host);
  else anchor.after(host);
}

export function isFloating(target: Target, mode: string): boolean {
  return mode === "floating" && !target;
}

function find(selector: string | false | null | undefined): Element | null {
  try {
    return selector ? document.querySelector(selector) : null;
  } catch {
    return null;
  }
}
