/**
 * Notices that a script changed the page's address. Never patches `history`: other scripts of the page do, and the
 * order in which such patches come and go breaks pages.
 */

const LOOK_EVERY_MS = 1_000;

/** The browser's own notice (https://html.spec.whatwg.org/#navigation-interface), where it has one. */
interface WithNavigation {
  readonly navigation?: EventTarget;
}

/** Calls `onLook` after every change of the address, and about once a second while the page is seen. */
export function watchPage(onLook: () => void): void {
  (window as WithNavigation).navigation?.addEventListener("currententrychange", onLook);
  addEventListener("popstate", onLook);
  setInterval(() => {
    if (!document.hidden) onLook();
  }, LOOK_EVERY_MS);
}
