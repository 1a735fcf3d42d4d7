/**
 * Small drawings: the marks of platforms, and the widget's own signs. The service sends the marks. All signs have the
 * same line width.
 */

import { element } from "./element";

const SPACE = "http://www.w3.org/2000/svg";
/** Lines in a box of 16 × 16. */
const SIGNS: Readonly<Record<string, string>> = {
  down: "M4 6l4 4 4-4",
  email: "M2 4h12v9H2zl6 5 6-5",
  link: "M7 9a3 3 0 0 0 4 0l2-2a3 3 0 0 0-4-4L8 4M9 7a3 3 0 0 0-4 0L3 9a3 3 0 0 0 4 4l1-1",
  page: "M5 5V2h9v9h-3M2 5h9v9H2z",
  share: "M8 9V2M5 5l3-3 3 3M4 8v6h8V8",
};

/** A mark, in the color of the text unless another color is given. */
export function drawMark(path: string, color?: string): Element {
  return drawing("mark", "0 0 24 24", path, color);
}

/** Shown instead of a missing mark. */
export function initial(name: string): Element {
  // eslint-disable-next-line @typescript-eslint/no-misused-spread -- one code point is an initial
  return element("b", "", { "aria-hidden": "true", "data-initial": [...name][0] });
}

/** A sign of this file, or a path that the caller passes. */
export function sign(name: string): Element {
  return drawing("line", "0 0 16 16", SIGNS[name] || name);
}

/** The sign of email or of the share sheet, which have no mark because nobody owns them. */
export function networkSign(id: string): Element {
  return sign(id === "email" ? id : "share");
}

function drawing(className: string, viewBox: string, d: string, fill = ""): Element {
  const path = document.createElementNS(SPACE, "path");
  const svg = document.createElementNS(SPACE, "svg");
  return element(svg, className, { viewBox, "aria-hidden": "true" }, element(path, "", { d, fill }));
}
