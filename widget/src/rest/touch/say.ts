/** Shows a message near the clicked control, and lets screen readers read it. */

import { endingWith, follow, hasTopLayer, showOnTop } from "./above";
import { element } from "../shared_functions";
import type { ActiveWidget } from "../active_widget";

/** How long a message stays after the reader has returned to the page. */
const STAYS_MS = 10_000;

/** How long a button shows a check mark. */
const DONE_MS = 2_500;

/** Only one message is shown at a time. */
let last: AbortController | undefined;

/** The element for messages about the clicked control, and the live region for screen readers. */
function places(root: ShadowRoot, place: Element): readonly (Element | null | undefined)[] {
  const layer = place.closest(".card,.bar")?.querySelector(".layer") || root.querySelector(".layer");
  return [layer, layer?.querySelector("[role=status]")];
}

/** Shows a check mark in the button, and lets screen readers read the message. */
export function confirm({ root, site }: ActiveWidget, text: string, near: Element): void {
  last?.abort();
  const [, liveRegion] = places(root, near);
  const { style } = near as HTMLElement;
  if (!liveRegion) return;
  liveRegion.textContent = text;
  // A custom property stays when the button is drawn again, and strict policies allow it.
  style.setProperty("--done", "1");
  site.natives.schedule(() => {
    style.removeProperty("--done");
    if (liveRegion.textContent === text) liveRegion.textContent = "";
  }, DONE_MS);
}

/**
 * The message stays until it is dismissed, or for some time after the reader is back: a reader who pastes in another
 * tab reads it there first.
 */
export function showMessage({ root, section, site, signal }: ActiveWidget, text: string, near: Element): void {
  last?.abort();
  const own = (last = endingWith(signal));
  // The clicked control may be drawn again, or removed with its menu.
  const place = near.isConnected ? near : section;
  const [layer, aloud] = places(root, place);
  if (!layer || !aloud) return;
  const close = element("button", "icon", { "aria-label": site.labels("close") }, "×");
  const note = element("div", "note", { popover: hasTopLayer && "manual" }, element("span", "", text), close);
  close.addEventListener("click", () => {
    own.abort();
  });
  aloud.textContent = text;
  layer.append(note);
  own.signal.addEventListener("abort", () => {
    const hadFocus = root.activeElement === close;
    note.remove();
    if (aloud.textContent === text) aloud.textContent = "";
    if (hadFocus && place instanceof HTMLElement) place.focus();
  });
  showOnTop(note);
  follow(note, place, own.signal);
  const leaveSoon = () => {
    site.natives.schedule(() => {
      own.abort();
    }, STAYS_MS);
  };
  // A link that was followed takes the reader to another tab in a moment.
  site.natives.schedule(() => {
    if (document.hidden) {
      const back = () => {
        if (document.hidden) return;
        document.removeEventListener("visibilitychange", back);
        leaveSoon();
      };
      document.addEventListener("visibilitychange", back, { signal: own.signal });
    } else leaveSoon();
  }, 500);
}
