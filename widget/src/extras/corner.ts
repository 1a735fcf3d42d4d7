/**
 * Pins a floating widget to a corner of the window, and keeps it out of the way: of what the page has fixed in the same corner (consent banners, chat bubbles), and of
 * a field that is being filled in on a phone. Measures, and moves nothing but the widget.
 */

import type { Widget } from "../parts";
import type { Placement } from "../payload";

const GAP = 8;
/** A banner that fills more of the window than that covers everything anyway. */
const WINDOW_PART_MOST = 0.6;
const SMALL_WINDOW = 700;

/** Puts it there. */
export function pin({ style }: HTMLElement, { position, side, offset }: Placement): void {
  const edge = position.startsWith("top") ? "top" : "bottom";
  const values: Readonly<Record<string, string>> = {
    position: "fixed", "z-index": "2147483000", padding: "0",
    [edge]: `calc(${offset}px + var(--askline-clear,0px))`, [`inset-inline-${side}`]: `${offset}px`,
  };
  // One by one, which a strict policy allows; and only what differs.
  for (const [name, value] of Object.entries(values)) {
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
  }
}

export function keepClear({ host }: Widget, placement: Placement): void {
  const { style } = host;
  const field = document.activeElement;
  const isTyping = innerWidth < SMALL_WINDOW && !!field && field !== host &&
    (field.matches("input,textarea,select") || (field as HTMLElement).isContentEditable);
  style.visibility = isTyping ? "hidden" : "";
  const isTop = placement.position.startsWith("top");
  const { left, right, height } = host.getBoundingClientRect();
  let clear = 0;
  // What is in the way may stand on something that is in the way, too.
  for (let round = 0; round < 4; round++) {
    const from = placement.offset + clear;
    const [low, high] = isTop ? [from, from + height] : [innerHeight - from - height, innerHeight - from];
    const found = obstacle(host, [left + 1, (left + right) / 2, right - 1], [low + 1, (low + high) / 2, high - 1]);
    if (!found) break;
    const rect = found.getBoundingClientRect();
    const wanted = (isTop ? rect.bottom : innerHeight - rect.top) + GAP - placement.offset;
    if (rect.height > innerHeight * WINDOW_PART_MOST || wanted <= clear) break;
    clear = wanted;
  }
  if (style.getPropertyValue("--askline-clear") !== `${clear}px`) style.setProperty("--askline-clear", `${clear}px`);
}

/** What of the page is fixed at one of these points. */
function obstacle(host: Element, columns: readonly number[], rows: readonly number[]): Element | undefined {
  for (const x of columns) {
    for (const y of rows) {
      for (const element of document.elementsFromPoint(x, y)) {
        for (let node: Element | null = element; node && node !== host; node = node.parentElement) {
          if (getComputedStyle(node).position === "fixed") return node;
        }
      }
    }
  }
  return undefined;
}
