/**
 * Pins a floating widget to a corner, clear of other elements there. Such elements are consent banners and chat
 * bubbles. In a small window, the widget is hidden while the reader fills in a field. Measures the page, and moves only
 * the widget.
 */

import type { Widget } from "../first/parts";
import type { Placement } from "../first/payload";
import { safely } from "../first/safely";

const GAP = 8;
/**
 * Elements that are taller than this share of the window are ignored; the widget is not moved further than this either.
 */
const MAX_WINDOW_SHARE = 0.6;
const SMALL_WINDOW = 700;

/** Moves the widget to its corner, clear of other elements, before it is painted. */
export function pin(widget: Widget, placement: Placement): void {
  const { style } = widget.outer;
  const { position, side, offset } = placement;
  const edge = position.startsWith("top") ? "top" : "bottom";
  const values: Readonly<Record<string, string>> = {
    position: "fixed",
    "z-index": "2147483000",
    padding: "0",
    "max-width": `calc(100% - ${2 * offset}px)`,
    [edge]: `calc(${offset}px + var(--askline-clear,0px))`,
    [`inset-inline-${side}`]: `${offset}px`,
  };
  // Set one by one, which a strict policy allows, and only if the value differs.
  for (const [name, value] of Object.entries(values)) {
    if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
  }
  requestAnimationFrame(
    safely(() => {
      keepClear(widget, placement);
    }),
  );
}

function keepClear({ outer: host, section }: Widget, { position, offset }: Placement): void {
  // Hides the section, because its content would become visible again if only its host were hidden.
  const isAside = innerWidth < SMALL_WINDOW && isTyping(host);
  if (section.hidden !== isAside) section.hidden = isAside;
  if (isAside || !host.isConnected) return;
  const isTop = position.startsWith("top");
  const { left, right, height } = host.getBoundingClientRect();
  let clear = 0;
  // Above an obstacle there may be another one.
  for (let round = 0; round < 4; round++) {
    const from = offset + clear;
    const [low, high] = isTop ? [from, from + height] : [innerHeight - from - height, innerHeight - from];
    const found = obstacle(
      host,
      isTop,
      [left + 1, (left + right) / 2, right - 1],
      [low + 1, (low + high) / 2, high - 1],
    );
    const wanted = found ? (isTop ? found.bottom : innerHeight - found.top) + GAP - offset : 0;
    if (wanted <= clear || wanted > innerHeight * MAX_WINDOW_SHARE) break;
    clear = wanted;
  }
  if (host.style.getPropertyValue("--askline-clear") !== `${clear}px`)
    host.style.setProperty("--askline-clear", `${clear}px`);
}

/** Whether the reader is in a field of the page, including one in a shadow root. */
function isTyping(host: Element): boolean {
  let field = document.activeElement;
  while (field && field !== host && field.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
  return (
    !!field &&
    field !== host &&
    (/^(input|textarea|select)$/.test(field.localName) || (field as HTMLElement).isContentEditable)
  );
}

/** The rectangle of a fixed or currently sticking element of the page at one of these points. */
function obstacle(
  host: Element,
  isTop: boolean,
  columns: readonly number[],
  rows: readonly number[],
): DOMRect | undefined {
  for (const y of rows) {
    for (const x of columns) {
      const found = fixedAt(document, host, isTop, x, y);
      if (found) return found;
    }
  }
  return undefined;
}

function fixedAt(
  root: Document | ShadowRoot,
  host: Element,
  isTop: boolean,
  x: number,
  y: number,
): DOMRect | undefined {
  for (const element of root.elementsFromPoint(x, y)) {
    if (element === host || element.getRootNode() !== root) continue;
    // Banners of consent services use shadow roots.
    const inside = element.shadowRoot && fixedAt(element.shadowRoot, host, isTop, x, y);
    if (inside) return inside;
    // For a transparent frame that covers the window and lets clicks through, only its visible content counts.
    let seen: DOMRect | undefined;
    for (
      let node: Element | null = element;
      node;
      node = node.parentElement || (node.getRootNode() as Partial<ShadowRoot>).host || null
    ) {
      const { position, opacity } = getComputedStyle(node);
      const rect = node.getBoundingClientRect();
      if (opacity === "0") break;
      if (rect.height <= innerHeight * MAX_WINDOW_SHARE) seen = rect;
      // A sticky element is in the way only while it sticks.
      if (position === "fixed" || (position === "sticky" && (isTop ? rect.top < 1 : rect.bottom > innerHeight - 1))) {
        if (seen) return seen;
        break;
      }
    }
  }
  return undefined;
}
