/** Parts of the widget that show only once a reader has pressed something: see `../draw.ts`. */

import { element } from "../element";
import type { LaterParts } from "../parts";
import { hasTopLayer } from "./above";

const OWN_CHARACTERS_MOST = 1_000;

export const LATER_PARTS: LaterParts = {
  ownField: (labels) => element("label", { class: "own" }, [
    labels("ownHint"),
    element("textarea", { rows: "2", maxlength: String(OWN_CHARACTERS_MOST), dir: "auto" }, []),
  ]),
  panel: (card, labels, isOpen) => element("div", {
    class: "panel", role: "dialog", "aria-label": labels("title"), popover: hasTopLayer && "auto", hidden: !hasTopLayer && !isOpen && "1",
  }, [card]),
  foot: (labels, hidesForToday) => element("div", { class: "foot" }, [
    hidesForToday && textButton("today", labels("hideToday")),
    textButton("panel", labels("close")),
  ]),
};

function textButton(act: string, text: string): Element {
  return element("button", { type: "button", class: "txt", "data-do": act }, [text]);
}
