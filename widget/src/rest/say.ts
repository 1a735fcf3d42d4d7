/** Says something to the reader: near what was pressed, and aloud. */

import { endingWith, follow, hasTopLayer, raise } from "./above";
import { element } from "./lent";
import type { Desk } from "./press";

/** How long a message stays once the reader is back on the page. */
const STAYS_MS = 10_000;

/** One message at a time. */
let last: AbortController | undefined;

/** Stays until it is dismissed, or some time after the reader is back: who pastes into another tab reads it there first. */
export function say({ root, section, site, signal }: Desk, text: string, near: Element): void {
  last?.abort();
  const own = (last = endingWith(signal));
  // What was pressed may be drawn anew, or gone with its menu.
  const place = near.isConnected ? near : section;
  const layer = place.closest(".card,.bar")?.querySelector<HTMLElement>(".layer") || root.querySelector<HTMLElement>(".layer");
  const aloud = layer?.querySelector("[role=status]");
  if (!layer || !aloud) return;
  const close = element("button", "icon", { "aria-label": site.labels()("close") }, "×");
  const note = element("div", "note", { popover: hasTopLayer && "manual" }, element("span", "", text), close);
  close.addEventListener("click", () => { own.abort(); });
  aloud.textContent = text;
  layer.append(note);
  own.signal.addEventListener("abort", () => {
    const hadFocus = root.activeElement === close;
    note.remove();
    if (aloud.textContent === text) aloud.textContent = "";
    if (hadFocus && place instanceof HTMLElement) place.focus();
  });
  raise(note);
  follow(note, place, own.signal);
  const leaveSoon = () => { site.natives.later(() => { own.abort(); }, STAYS_MS); };
  // A link that was followed takes the reader away in a moment.
  site.natives.later(() => {
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
