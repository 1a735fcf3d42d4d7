/**
 * Notices that a script changed the page: its address, its title, its looks. Never patches `history`: other scripts of
 * the page do, and the order in which such patches come and go breaks pages.
 */

import { HOST } from "../element";

const LOOK_EVERY_MS = 1_000;
/** Where pages say whether they are light or dark. */
const LOOKS = { attributes: true, attributeFilter: ["class", "style", "lang", "dir", "data-theme", "data-color-mode", "data-bs-theme"] };

/** The browser's own notice (https://html.spec.whatwg.org/#navigation-interface), where it has one. */
interface WithNavigation {
  readonly navigation?: EventTarget;
}

/** Calls `onLook` after every change that is noticed, and about once a second while the page is seen, until `signal` ends it. */
export function watchPage(onLook: () => void, signal: AbortSignal): void {
  (window as WithNavigation).navigation?.addEventListener("currententrychange", onLook, { signal });
  // A field that is filled in may be covered by what floats; a window that is turned has its corners elsewhere.
  for (const type of ["popstate", "focusin", "focusout", "resize"]) addEventListener(type, onLook, { signal });
  // The ground that the widget stands on is what it will be once it has changed.
  addEventListener("transitionend", ({ target, propertyName }) => {
    if (/color|background/.test(propertyName) && target instanceof Element && target.querySelector(HOST)) onLook();
  }, { signal });
  const observer = new MutationObserver(onLook);
  for (const node of [document.documentElement, document.body as HTMLElement | null]) if (node) observer.observe(node, LOOKS);
  const timer = setInterval(() => {
    if (!document.hidden) onLook();
  }, LOOK_EVERY_MS);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    observer.disconnect();
  });
}
