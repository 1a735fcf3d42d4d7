/**
 * Adds to the visible drawing what screen readers need, and some containers. These are roles, labels and descriptions,
 * tooltips, and the containers for menus and messages. Changes nothing visible until a reader chooses to ask their
 * own question, which adds a field, so it may come after the first paint.
 */

import type { Attributes } from "../first/drawing/element";
import type { Labels } from "../first/offers/labels";
import { OWN } from "../first/offers/content";
import type { Widget } from "../first/parts";
import { element, offerAt } from "./shared_functions";
import { UNMANAGED_CLASS } from "./morph";
import { drawOwnField } from "./own_field";

/** The widget whose section is a landmark of the page. */
let landmark: Element | undefined;

/** Completes what was drawn for `widget` and is in `all`. */
export function complete({ section, outer, content, asked }: Widget, all: ParentNode, labels: Labels): void {
  // Landmarks with the same name do not help users of screen readers, so only the first drawn widget is one.
  if (!landmark?.isConnected) landmark = outer;
  element(section, "", {
    lang: outer.lang,
    dir: outer.dir,
    "aria-label": labels("menu"),
    role: landmark === outer ? "region" : "group",
  });

  const each = (selector: string, act: (node: Element) => void) => {
    all.querySelectorAll(selector).forEach(act);
  };
  if (asked.intent === OWN) (all.querySelector(".kinds") || all.querySelector(".head"))?.after(drawOwnField(labels));
  const add = (selector: string, attributes: Attributes) => {
    each(selector, (node) => {
      element(node, "", attributes);
    });
  };
  add(".kinds", { role: "radiogroup", "aria-label": labels("kinds") });
  add(".kinds>*", { tabindex: "-1" });
  add(".kinds>[aria-checked=true]", { tabindex: "0" });
  add(".ai", { role: "group", "aria-label": labels("assistants") });
  add(".group", { role: "group", "aria-label": labels("share") });
  add(".group>span", { "aria-hidden": "true" });
  add("[data-do^=more]", { "aria-haspopup": "menu" });
  // The prompt scrolls, and must be focusable to scroll with the keyboard.
  add(".long", { tabindex: "0" });
  add(".qs>p", { id: "rest" });
  add(".asks>*", { "aria-describedby": "rest" });
  each("[data-do][aria-label]", (node) => {
    const title = offerAt(content, node)?.name;
    element(node, "", { title: title || node.getAttribute("aria-label") || "" });
  });
  each(".ai a,.asks>*,.items>[target],.choices [target]", (link) => {
    const offer = offerAt(content, link);
    // The texts of an assistant's link, and of a question that is copied first, already name the assistant.
    const assistant = !!link.closest(".asks") && !offer?.copies && element("bdi", "", offer?.by);
    link.append(element("i", "", assistant, ` ${labels("newTab")}`));
  });
  disableEmpty(each);
  each(".card,.bar", (part) => {
    part.append(element("div", UNMANAGED_CLASS, element("i", "", { role: "status" })));
  });
}

/** While the reader's own question is empty, the assistants are dimmed, and their descriptions say what to do. */
function disableEmpty(each: (selector: string, act: (node: Element) => void) => void): void {
  each(".ai a:not([href])", (link) => {
    const row = link.closest(".ai");
    element(link, "", { "aria-disabled": "true", role: "link", "aria-describedby": "asked" });
    row?.querySelector(".split")?.classList.add("off");
    row?.querySelectorAll("button").forEach((button) => {
      button.disabled = true;
    });
    row?.previousElementSibling?.querySelector("p")?.setAttribute("id", "asked");
  });
}
