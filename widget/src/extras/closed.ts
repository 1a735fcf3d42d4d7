/**
 * A widget behind one button, alone or in a row with others. This covers the `menu` and `bar` layouts, and the floating
 * widget.
 */

import type { Part } from "../first/drawing/element";
import type { Labels } from "../first/offers/labels";
import type { SharedFunctions } from "../first/shared_functions";
import type { Widget } from "../first/parts";
import type { WidgetConfig } from "../first/payload";
import { SHEET } from "./styles";

/** A speech bubble, in a box of 16 × 16. */
const ASK = "M2 3h12v9H8l-3 3v-3H2z";
const CROSS = "M4 4l8 8M12 4l-8 8";

const styled = new WeakSet<Widget>();

/** Draws the button and, once it was opened, the panel with the card. */
export function drawClosed(
  { element, sign, applyStyles }: SharedFunctions,
  labels: Labels,
  { theme, markdown, placement }: WidgetConfig,
  widget: Widget,
  canShare: boolean,
  drawCard: () => Element,
): readonly Node[] {
  const button = (act: string, className: string, ...parts: readonly Part[]) =>
    element("button", className, { "data-do": act }, ...parts);
  const { root, nonce, isOpen, wasOpened, isFloating } = widget;
  if (!styled.has(widget)) applyStyles(root, nonce, SHEET);
  styled.add(widget);
  const isBar = theme.layout === "bar" && !isFloating;
  const bar = element(
    "div",
    "bar",
    button("panel", "opener", sign(ASK), labels("menu"), sign("down"), {
      "aria-haspopup": "dialog",
      "aria-expanded": String(!!isOpen),
    }),
    isBar && markdown.copy && button("page", "txt", sign("page"), labels("copyMarkdown")),
    isBar && canShare && button("share", "txt", sign("share"), labels("share")),
  );
  if (!wasOpened) return [bar];
  const card = drawCard();
  const close = button("panel", "icon", sign(CROSS), { "aria-label": labels("close") });
  card.querySelector(".head")?.append(close);
  if (isFloating && placement.hideForToday)
    card.append(element("div", "foot", button("today", "txt", labels("hideToday"))));
  const hasTopLayer = "showPopover" in HTMLElement.prototype;
  const panel = {
    role: "dialog",
    "aria-label": labels("title"),
    popover: hasTopLayer && "auto",
    hidden: !hasTopLayer && !isOpen && "1",
  };
  return [bar, element("div", "panel", panel, card)];
}
