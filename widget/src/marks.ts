/** Small drawings: the marks of others, which the service sends, and the widget's own signs in one weight. */

import { element } from "./element";

const SPACE = "http://www.w3.org/2000/svg";
/** Stands where an assistant has no mark. */
const SPARK = "M12 1l2.8 8.2L23 12l-8.2 2.8L12 23l-2.8-8.2L1 12l8.2-2.8z";
/** Lines in a box of 16 × 16. */
const SIGNS = {
  ask: "M2.5 3.5h11v8h-6l-3 2.5v-2.5h-2z",
  down: "M4.5 6.5L8 10l3.5-3.5",
  email: "M2.5 4h11v8.5h-11zM2.5 4.5L8 9l5.5-4.5",
  link: "M6.5 9.5l3-3M7 5l1.5-1.5a2.6 2.6 0 0 1 3.9 3.9L11 9M9 11l-1.5 1.5a2.6 2.6 0 0 1-3.9-3.9L5 7",
  page: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  share: "M8 9.5V2M5 4.5L8 2l3 2.5M3.5 8v5.5h9V8",
};

export type Sign = keyof typeof SIGNS;

/** Somebody's mark, in the colour of the text unless another is given. */
export function mark(path: string | undefined, color?: string): Element {
  return drawing("mark", "0 0 24 24", path || SPARK, color);
}

export function sign(name: Sign): Element {
  return drawing("line", "0 0 16 16", SIGNS[name]);
}

/** The sign of a network that has no mark: those without an owner. */
export function networkSign(id: string): Element {
  return sign(id === "email" ? "email" : "share");
}

function drawing(className: string, viewBox: string, d: string, fill = ""): Element {
  const path = document.createElementNS(SPACE, "path");
  const svg = document.createElementNS(SPACE, "svg");
  return element(svg, { class: className, viewBox, "aria-hidden": "true" }, [element(path, { d, fill }, [])]);
}
