/**
 * Parts that stand above the page: in the browser's top layer where it has one (`popover`), so that nothing of the page clips
 * or covers them; measured, and always within the window.
 */

const GAP = 6;
const EDGE = 8;

/** Whether the browser has a top layer for such parts. */
export const hasTopLayer = "showPopover" in HTMLElement.prototype;

/** Shows `part`, which is in the page already. */
export function raise(part: HTMLElement): void {
  part.hidden = false;
  if (hasTopLayer && !part.matches(":popover-open")) part.showPopover();
}

/** Puts `part` beside `near`: below where there is more room, else above; in the direction of the language. */
export function putBeside(part: HTMLElement, near: Element): void {
  const { style } = part;
  const at = near.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const height = innerHeight;
  Object.assign(style, { left: "0px", top: "0px", maxHeight: "" });
  const below = height - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const isBelow = part.offsetHeight <= below || below >= above;
  style.maxHeight = `${Math.max(isBelow ? below : above, 80)}px`;
  const own = part.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(near).direction === "rtl";
  const wanted = isRightToLeft ? at.right - own.width : at.left;
  const left = Math.max(EDGE, Math.min(wanted, width - own.width - EDGE));
  const top = Math.max(EDGE, Math.min(isBelow ? at.bottom + GAP : at.top - GAP - own.height, height - own.height - EDGE));
  // Whatever the page made the frame of such parts, they are moved from where they are to where they should be.
  style.left = `${left - own.left}px`;
  style.top = `${top - own.top}px`;
}

/** Keeps `part` beside `near` while the page moves, until the part goes. */
export function follow(part: HTMLElement, near: Element, signal: AbortSignal): void {
  const move = () => {
    if (part.isConnected && near.isConnected) putBeside(part, near);
  };
  addEventListener("scroll", move, { signal, capture: true, passive: true });
  addEventListener("resize", move, { signal });
  move();
}

/** A signal that ends with another one, or when it is told to. */
export function endingWith(signal: AbortSignal): AbortController {
  const own = new AbortController();
  signal.addEventListener("abort", () => { own.abort(); }, { signal: own.signal });
  return own;
}
