/** Which widgets return after the page removed them. */

import type { Widget } from "../first/parts";

/** A page that removes the widget this often does so on purpose. */
const MAX_RETURNS = 5;

/** Starts counting the returns of `widget` at zero. */
export function countReturns(widget: Widget): void {
  let returns = 0;
  // A page that replaces its parts also removes the widget's neighbor, and that does not count. If it removes only the
  // widget, the neighbor stays.
  widget.mayReturn = () => (widget.neighbor && !widget.neighbor.isConnected) || returns++ < MAX_RETURNS;
}

/** Remembers the sibling of `widget` while both are in the page. */
export function noteNeighbor(widget: Widget): void {
  const { outer } = widget;
  if (outer.isConnected) widget.neighbor = outer.previousSibling || outer.nextSibling;
}
