/**
 * A widget behind one button, alone or in a row with others. This covers the `menu` and `bar` layouts, and the floating
 * widget.
 */

import type { Child, Part } from "../first/drawing/element";
import type { Labels } from "../first/offers/labels";
import type { SharedFunctions } from "../first/shared_functions";
import type { Widget } from "../first/parts";
import type { WidgetConfig } from "../first/payload";
import { SHEET } from "./styles";

/** A speech bubble, in a box of 16 × 16. */
const ASK = "M2 3h12v9H8l-3 3v-3H2z";
const CROSS = "M4 4l8 8M12 4l-8 8";

const styled = new WeakSet<Widget>();

/** The row with the button that opens the panel, and the other buttons of the row. */
export function drawBar(
  { element, sign, applyStyles }: SharedFunctions,
  labels: Labels,
  widget: Widget,
  opens: "dialog" | "menu",
  ...others: readonly Child[]
): Element {
  const { root, nonce, isOpen } = widget;
  if (!styled.has(widget)) applyStyles(root, nonce, SHEET);
  styled.add(widget);
  const state = { "data-do": "panel", "aria-haspopup": opens, "aria-expanded": String(!!isOpen) };
  const opener = element("button", "opener", state, sign(ASK), labels("menu"), sign("down"));
  return element("div", "bar", opener, ...others);
}

/** What the button opens. */
export function drawPanel(
  { element }: SharedFunctions,
  { isOpen }: Widget,
  className: string,
  ...parts: readonly Part[]
): Element {
  const hasTopLayer = "showPopover" in HTMLElement.prototype;
  const shown = { popover: hasTopLayer && "auto", hidden: !hasTopLayer && !isOpen && "1" };
  return element("div", className, shown, ...parts);
}

/** Draws the button and, once it was opened, the panel with the card. */
export function drawClosed(
  shared: SharedFunctions,
  labels: Labels,
  { theme, markdown, placement }: WidgetConfig,
  widget: Widget,
  canShare: boolean,
  drawCard: () => Element,
): readonly Node[] {
  const { element, sign } = shared;
  const button = (act: string, className: string, ...parts: readonly Part[]) =>
    element("button", className, { "data-do": act }, ...parts);
  const { wasOpened, isFloating } = widget;
  const isBar = theme.layout === "bar" && !isFloating;
  const bar = drawBar(
    shared,
    labels,
    widget,
    "dialog",
    isBar && markdown.copy && button("page", "txt", sign("page"), labels("copyMarkdown")),
    isBar && canShare && button("share", "txt", sign("share"), labels("share")),
  );
  if (!wasOpened) return [bar];
  const card = drawCard();
  const close = button("panel", "icon", sign(CROSS), { "aria-label": labels("close") });
  card.querySelector(".head")?.append(close);
  if (isFloating && placement.hideForToday)
    card.append(element("div", "foot", button("today", "txt", labels("hideToday"))));
  return [bar, drawPanel(shared, widget, "panel", { role: "dialog", "aria-label": labels("title") }, card)];
}
