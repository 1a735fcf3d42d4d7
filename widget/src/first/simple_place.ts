/**
 * Puts a widget below the main content, or where the page asked for. Never throws. Used in the dashboard's preview, and on
 * a page where the file that finds the place could not be loaded or run.
 */

import type { Placing, Widget } from "./parts";
import type { Placement } from "./payload";
import { safely } from "./safely";

export const placeSimply: Placing = safely((widget: Widget, { mode, selector, position }: Placement) => {
  const { outer, place } = widget;
  const find = (wanted: string) => document.querySelector(wanted);
  const found =
    place instanceof Element
      ? place
      : mode === "inline" && !place
        ? (selector && find(selector)) || find("main")
        : find(place || (mode === "floating" ? "body" : "_"));
  widget.isFloating = mode === "floating" && !place;
  widget.isWaiting = false;
  widget.searches++;
  // The configuration's positions have the same names as the browser's methods.
  if (found && !outer.isConnected)
    found[place || found === document.body ? "append" : position in found ? (position as "after") : "after"](outer);
});
