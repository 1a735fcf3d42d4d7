/**
 * Shows elements above the page, always within the window. They are in the browser's top layer if it has one
 * (`popover`), so that the page never clips or covers them. Their position is measured; if the browser supports
 * anchors, it keeps them there while the page scrolls (https://drafts.csswg.org/css-anchor-position-1/).
 */

const GAP = 6;
const EDGE = 8;
const CHECK_INTERVAL_MS = 100;

/** Whether the browser has a top layer for such elements. */
export const hasTopLayer = "showPopover" in HTMLElement.prototype;

const hasAnchors = hasTopLayer && CSS.supports("top:anchor(bottom)");
let anchors = 0;

/** Shows `part`, which is already in the page. */
export function showOnTop(part: HTMLElement): void {
  part.hidden = false;
  if (hasTopLayer) part.togglePopover(true);
}

/**
 * Puts `part` below `near`, or above it if it does not fit below and there is more room above. It is aligned with the
 * start of `near`, or with its end if there is not enough room; at the end of a column, with its end first.
 */
function putBeside(part: HTMLElement, near: Element): void {
  const { style } = part;
  const at = near.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const height = innerHeight;
  Object.assign(style, { positionAnchor: "", left: "0px", top: "0px", maxHeight: "" });
  const below = height - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const isBelow = part.offsetHeight <= below || below >= above;
  // The available room, but never more than the window, because the opener may have scrolled out of it.
  style.maxHeight = `${Math.min(Math.max(isBelow ? below : above, 80), height - 2 * EDGE)}px`;
  const own = part.getBoundingClientRect();
  const fromRight = at.right - own.width;
  // Beside a title, the button is at the end of its column, and so is what it opens.
  const { host } = near.getRootNode() as Partial<ShadowRoot>;
  const isAtEnd = host instanceof HTMLElement && !!host.style.getPropertyValue("--askline-top");
  const prefersRight = (getComputedStyle(near).direction === "rtl") !== isAtEnd;
  const isFromRight = prefersRight ? fromRight >= EDGE : at.left + own.width > width - EDGE;
  const wanted = isFromRight ? fromRight : at.left;
  const left = Math.max(EDGE, Math.min(wanted, width - own.width - EDGE));
  const top = Math.max(
    EDGE,
    Math.min(isBelow ? at.bottom + GAP : at.top - GAP - own.height, height - own.height - EDGE),
  );
  // Whatever their containing block is, the elements are moved by the difference between their current and wanted
  // position.
  const measured = { positionAnchor: "", left: `${left - own.left}px`, top: `${top - own.top}px` };
  if (hasAnchors) {
    const anchor = (near as HTMLElement).style as CSSStyleDeclaration & { anchorName?: string };
    const positionAnchor = (anchor.anchorName ||= `--askline-${++anchors}`);
    Object.assign(style, {
      positionAnchor,
      positionVisibility: "always",
      left: `calc(anchor(left) + ${left - at.left}px)`,
      top: `calc(anchor(top) + ${top - at.top}px)`,
    });
    const held = part.getBoundingClientRect();
    // On a rotated page the browser may position it elsewhere.
    if (Math.abs(held.left - left) + Math.abs(held.top - top) < 1) return;
  }
  Object.assign(style, measured);
}

/** Keeps `part` next to `near` while the page moves, until the part is closed. */
export function follow(part: HTMLElement, near: Element, signal: AbortSignal): void {
  /** The offset of the part from `near`, and its size. */
  let [x, y, width, height] = [0, 0, 0, 0];
  /** The position and size of `near`, and the size of the part, when the part was placed. */
  let sized = "";
  const sizes = () =>
    [near, part]
      .map((node) => {
        const { left, top, width: wide, height: high } = node.getBoundingClientRect();
        return node === near ? `${left} ${top} ${wide} ${high}` : `${wide} ${high}`;
      })
      .join();
  const check = () => {
    if (part.isConnected && sizes() !== sized) move();
  };
  const move = (event?: Event) => {
    if (!part.isConnected || !near.isConnected) return;
    const at = near.getBoundingClientRect();
    // The browser moves an anchored element in the next frame, so nothing is done while it would stay within the
    // window.
    const [left, top] = [at.left + x, at.top + y];
    const isKept =
      event?.type === "scroll" &&
      part.style.left.startsWith("calc") &&
      left >= 0 &&
      top >= 0 &&
      left + width <= innerWidth &&
      top + height <= innerHeight;
    if (isKept) return;
    putBeside(part, near);
    const own = part.getBoundingClientRect();
    [x, y, width, height] = [own.left - at.left, own.top - at.top, own.width, own.height];
    sized = sizes();
  };
  addEventListener("scroll", move, { signal, capture: true, passive: true });
  addEventListener("resize", move, { signal });
  // Content that the page inserts above `near` moves it, and no event reports that.
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
  });
  if ("ResizeObserver" in window) {
    // A larger font changes sizes. The observer also reports the initial sizes, when nothing has changed.
    const observer = new ResizeObserver(() => requestAnimationFrame(check));
    observer.observe(part);
    observer.observe(near);
    signal.addEventListener("abort", () => {
      observer.disconnect();
    });
  }
  move();
}

/** A controller that is also aborted when `signal` is. */
export function endingWith(signal: AbortSignal): AbortController {
  const own = new AbortController();
  signal.addEventListener(
    "abort",
    () => {
      own.abort();
    },
    { signal: own.signal },
  );
  return own;
}
