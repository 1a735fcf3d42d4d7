/**
 * Notices that a script changed the page: its address, its title, its styles. Never patches `history`: other scripts
 * do, and adding and removing such patches in a different order breaks pages.
 */

import { HOST } from "../first/drawing/element";

const CHECK_INTERVAL_MS = 1_000;
/** The attributes in which pages say whether they are light or dark, and their language and direction. */
const LOOKS = {
  attributes: true,
  attributeFilter: ["class", "style", "lang", "dir", "data-theme", "data-color-mode", "data-bs-theme"],
};

/** The browser's Navigation API (https://html.spec.whatwg.org/#navigation-interface), if it has one. */
interface WithNavigation {
  readonly navigation?: EventTarget;
}

/**
 * Calls `onCheck` after every noticed change, and about once a second while the page is visible, until `signal` ends
 * it.
 */
export function watchPage(onCheck: () => void, signal: AbortSignal): void {
  (window as WithNavigation).navigation?.addEventListener("currententrychange", onCheck, { signal });
  // A floating widget may cover a field that is being filled in; resizing the window moves its corners.
  for (const type of ["popstate", "focusin", "focusout", "resize"]) addEventListener(type, onCheck, { signal });
  // The background behind the widget has its final color only after a transition.
  addEventListener(
    "transitionend",
    ({ target, propertyName }) => {
      if (/color|background/.test(propertyName) && target instanceof Element && target.querySelector(HOST)) onCheck();
    },
    { signal },
  );
  const observer = new MutationObserver(onCheck);
  for (const node of [document.documentElement, document.body as HTMLElement | null])
    if (node) observer.observe(node, LOOKS);
  const timer = setInterval(() => {
    if (!document.hidden) onCheck();
  }, CHECK_INTERVAL_MS);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    observer.disconnect();
  });
}
