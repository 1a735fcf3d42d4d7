/** One widget on the page: its element, its shadow root, its place and its look there. */

import { contentFor } from "./content";
import { draw } from "./draw";
import { element, HOST } from "./element";
import type { Target } from "./init_options";
import { baseLanguage, isRightToLeft, type Labels } from "./labels";
import { markdownAddress, pageAddress, pageLanguage, pageTitle } from "./page";
import type { Placement, Payload } from "./payload";
import { anchorFor, put } from "./placement";
import type { Site, Widget } from "./parts";
import { safely } from "./safely";
import { applyStyles } from "./styles";
import { lookAt, type Look } from "./theme";

/** A page that removes the widget again and again has its reasons. */
const MOVES_MOST = 5;
const HEARD = ["click", "auxclick", "pointerdown", "focusin", "input", "keydown"];

export function createWidget(site: Site, place: Target, nonce: string | null | undefined, last: string): Widget {
  const outer = document.createElement(HOST);
  const root = outer.attachShadow({ mode: "open" });
  const section = document.createElement("section");
  const widget: Widget = { place, nonce, outer, root, section, asked: { intent: "", own: "", last }, searches: 0, moves: 0 };
  applyStyles(root, nonce);
  root.append(section);
  for (const type of HEARD) section.addEventListener(type, safely((event: Event) => { site.hear(widget, event); }));
  return widget;
}

/** Puts it into its place. */
export function settle(widget: Widget, placement: Placement): void {
  widget.isOver = placement.mode === "floating" && !widget.place;
  // A page that is still loading gets one more look, about a second, to add the requested place.
  const found = widget.isOver ? document.body : anchorFor(widget.place, placement, !widget.searches++);
  const isOther = found !== widget.anchor;
  if (found?.isConnected && (isOther || !widget.outer.isConnected)) {
    // A page that swaps its parts removes the widget's sibling with it; one that removes only the widget leaves the sibling in place.
    if (isOther || (widget.beside && !widget.beside.isConnected) || widget.moves++ < MOVES_MOST) {
      widget.anchor = found;
      put(widget.outer, found, widget.place, placement);
      widget.beside = widget.outer.previousSibling || widget.outer.nextSibling;
    }
  } else if (!found && widget.searches > 1) widget.outer.remove();
}

/** In the colors that fit its place. */
export function dress({ extras }: Site, widget: Widget, { config: { theme, placement }, looks }: Payload): Look {
  const { outer, section, isOver } = widget;
  const look = lookAt(theme, looks, isOver ? document.body : outer.parentElement || document.body, extras);
  const worn = Object.entries(look.values).map(([name, value]) => `--${name}:${value}`).join(";");
  // By script, which a strict policy allows; and only if it differs.
  if (widget.worn !== worn) section.style.cssText = widget.worn = worn;
  element(section, `${theme.layout} ${theme.size}`);
  if (isOver) extras?.pin(widget, placement);
  return look;
}

/** The widget that is a landmark of the page. */
let landmark: Element | undefined;

/** Draws the present offers. */
export function render(site: Site, widget: Widget, payload: Payload, labels: Labels): void {
  const { config } = payload;
  const { extras } = site;
  const { outer, section, asked } = widget;
  const language = pageLanguage();
  const values = { url: pageAddress(), title: pageTitle(), language, siteName: payload.siteName, markdownUrl: markdownAddress() };
  const content = widget.content = contentFor(payload, values, extras?.actions(), extras?.vary, labels, asked);
  const look = dress(site, widget, payload);
  // A page in a right-to-left language that does not set its direction still gets its words in order.
  const words = { lang: language, dir: document.dir || (isRightToLeft(baseLanguage(language)) ? "rtl" : "ltr") };
  element(outer, "", words);
  // Two landmarks of one name tell a screen reader's user nothing: only the first widget that is drawn is a landmark.
  if (!landmark?.isConnected) landmark = outer;
  element(section, "", words, { "aria-label": labels("menu"), role: landmark === outer ? "region" : "group" });
  site.patch(section, draw(site, widget, content, labels, config, look));
}
