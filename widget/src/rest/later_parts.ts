/** Parts of the widget that show only once a reader has pressed something: see `../draw.ts`. */

import type { LaterParts } from "../parts";
import { hasTopLayer } from "./above";
import { button, element } from "./lent";

const OWN_CHARACTERS_MOST = 1_000;

export const LATER_PARTS: LaterParts = {
  ownField: (labels) => element("label", { class: "own" },
    labels("ownHint"),
    element("textarea", { rows: "2", maxlength: String(OWN_CHARACTERS_MOST), dir: "auto" }),
  ),
  panel: (card, labels, isOpen) => element("div", {
    class: "panel", role: "dialog", "aria-label": labels("title"), popover: hasTopLayer && "auto", hidden: !hasTopLayer && !isOpen && "1",
  }, card),
  foot: (labels, hidesForToday) => element("div", { class: "foot" },
    hidesForToday && button("today", "txt", [labels("hideToday")]),
    button("panel", "txt", [labels("close")]),
  ),
};
