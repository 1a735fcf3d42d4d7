/** One widget on the page: its element, its shadow root, where it stands and what it looks like there. */

import { contentFor } from "./content";
import { draw } from "./draw";
import type { Target } from "./init_options";
import { baseLanguage, isRightToLeft, type Labels } from "./labels";
import { markdownAddress, pageAddress, pageLanguage, pageTitle } from "./page";
import type { Placement, Payload } from "./payload";
import { anchorFor, isFloating, put } from "./placement";
import type { Site, Widget } from "./parts";
import { safely } from "./safely";
import { actionsNow } from "./site";
import { applyStyles } from "./styles";
import { lookAt, type Look } from "./theme";

export const HOST = "askline-widget";
/** A page that throws the widget out again and again has its reasons. */
const MOVES_MOST = 5;
const HEARD = ["click", "auxclick", "pointerdown", "focusin", "input", "keydown"];

export function createWidget(site: Site, place: Target, nonce: string | null, last: string): Widget {
  const host = document.createElement(HOST);
  const root = host.attachShadow({ mode: "open" });
  const section = document.createElement("section");
  const widget: Widget = { place, nonce, host, root, section, asked: { intent: "", own: "", last }, isOpen: false, wasOpened: false, looks: 0, moves: 0 };
  applyStyles(root, nonce);
  root.append(section);
  for (const type of HEARD) section.addEventListener(type, safely((event: Event) => { site.hear(widget, event); }));
  return widget;
}

/** Puts it where it belongs. */
export function settle(widget: Widget, placement: Placement): void {
  // A page that is still being put together gets one look, about a second, to bring the place that was asked for.
  const found = anchorFor(widget.place, placement, !widget.looks++);
  if (found?.isConnected && (found !== widget.anchor || !widget.host.isConnected) && widget.moves++ < MOVES_MOST) {
    widget.anchor = found;
    put(widget.host, found, widget.place, placement);
  } else if (!found && widget.looks > 1) widget.host.remove();
}

/** In the colours that fit where it stands. */
export function dress({ place, host, section }: Widget, { theme, placement }: Payload["config"]): Look {
  const isOver = isFloating(place, placement.mode);
  const look = lookAt(theme, isOver ? document.body : host.parentElement || document.body);
  setStyle(section, look.values, "--");
  setAttributes(section, { class: `${theme.layout} ${theme.size} ${theme.preset}${look.isDark ? " on-dark" : ""}` });
  if (isOver) {
    const { position, side, offset } = placement;
    const edge = position.startsWith("top") ? "top" : "bottom";
    // What is in its corner already keeps it away from the edge: see `rest/corner.ts`.
    setStyle(host, {
      position: "fixed", "z-index": "2147483000", padding: "0",
      [edge]: `calc(${offset}px + var(--askline-clear,0px))`, [`inset-inline-${side}`]: `${offset}px`,
    });
  }
  return look;
}

/** Draws what is offered now. */
export function render(site: Site, widget: Widget, payload: Payload, labels: Labels): void {
  const { config } = payload;
  const { place, host, section, asked, isOpen, wasOpened } = widget;
  const language = pageLanguage();
  const values = { url: pageAddress(), title: pageTitle(), language, siteName: payload.siteName, markdownUrl: markdownAddress() };
  const drawn = (group: string) => (site.drawn[group] ??= (site.natives.random(1)[0] || 0) / 256);
  const content = widget.content = contentFor(payload, values, actionsNow(site), drawn, labels, asked);
  const { shows } = dress(widget, config);
  // A page in such a language that does not say its direction still gets its words in order.
  const words = { lang: language, dir: document.dir || (isRightToLeft(baseLanguage(language)) ? "rtl" : "ltr") };
  setAttributes(host, words);
  // Two landmarks of one name tell a screen reader's user nothing: the page's first widget is one, others are not.
  setAttributes(section, { ...words, "aria-label": labels("title"), role: (document.querySelector(HOST + ":not([data-site])") || host) === host ? "region" : "group" });
  const overPage = isFloating(place, config.placement.mode);
  const isClosed = overPage || /menu|bar/.test(config.theme.layout);
  site.patch(section, draw(content, asked, labels, config, { isClosed, overPage, wasOpened, isOpen, later: site.laterParts, shows }));
}

/** Only what differs, so that whoever watches the page sees no change where there is none. */
function setAttributes(node: Element, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/** One by one, which a strict policy allows; and only what differs. */
function setStyle({ style }: HTMLElement, values: Readonly<Record<string, string>>, prefix = ""): void {
  for (const [name, value] of Object.entries(values)) {
    if (style.getPropertyValue(prefix + name) !== value) style.setProperty(prefix + name, value);
  }
}
