/** Which widgets that the page removed return. */

import type { Widget } from "../first/parts";

/** A page that removes the widget again and again has its reasons. */
const MAX_RETURNS = 5;

/** Begins to count for `widget`, as on a page of its own. */
export function countReturns(widget: Widget): void {
  let returns = 0;
  // A page that swaps its parts removes the widget's neighbor with it; one that removes only the widget leaves the neighbor in place.
  widget.mayReturn = () => (widget.neighbor && !widget.neighbor.isConnected) || returns++ < MAX_RETURNS;
}

/** Remembers what is beside `widget` while both are in the page. */
export function noteNeighbor(widget: Widget): void {
  const { outer } = widget;
  if (outer.isConnected) widget.neighbor = outer.previousSibling || outer.nextSibling;
}
