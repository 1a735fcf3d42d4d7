/** One widget on the page: its element, shadow root, place and appearance there. */

import { contentFor } from "./offers/content";
import { draw } from "./drawing/draw";
import { element, HOST } from "./drawing/element";
import type { Target } from "../init_options";
import { isRightToLeft, labelsFor } from "./offers/labels";
import { markdownAddress, pageAddress, pageLanguage, pageTitle } from "./page";
import type { Payload } from "./payload";
import type { PageValues, Site, Widget } from "./parts";
import { safely } from "./safely";
import { applyStyles } from "./drawing/styles";
import type { Look } from "./drawing/look";
import { lookAt } from "./drawing/theme";

/** The events that make the widget load the second file, which also handles keys and typing. */
const EVENTS = ["click", "auxclick", "pointerover", "pointerdown", "focusin"];

export function createWidget(site: Site, place: Target, nonce: string | null | undefined, last: string): Widget {
  const outer = document.createElement(HOST);
  const root = outer.attachShadow({ mode: "open" });
  const section = document.createElement("section");
  const widget: Widget = { place, nonce, outer, root, section, asked: { intent: "", own: "", last }, searches: 0 };
  applyStyles(root, nonce);
  root.append(section);
  for (const type of EVENTS)
    section.addEventListener(
      type,
      safely((event: Event) => {
        site.handleEvent(widget, event);
      }),
    );
  return widget;
}

/** Sets the colors that fit the widget's place. */
export function applyLook({ extras }: Site, widget: Widget, { config: { theme, placement }, looks }: Payload): Look {
  const { outer, section, isFloating } = widget;
  const look = lookAt(theme, looks, (!isFloating && outer.parentElement) || document.body, extras);
  const appliedColors = Object.entries(look.values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
  // Set by script, which a strict policy allows, and only if it differs.
  if (widget.appliedColors !== appliedColors) section.style.cssText = widget.appliedColors = appliedColors;
  element(section, `${theme.layout} ${theme.size}`);
  if (isFloating) extras?.pin(widget, placement);
  return look;
}

/** The properties of the page on which the offers depend. */
export function valuesOf({ siteName }: Payload): PageValues {
  return {
    url: pageAddress(),
    title: pageTitle(),
    language: pageLanguage(),
    siteName,
    markdownUrl: markdownAddress(),
    dir: document.dir,
  };
}

/** Draws the current offers. */
export function render(site: Site, widget: Widget, whole: Payload): void {
  const { extras } = site;
  const { outer, asked } = widget;
  const payload = extras ? extras.atPage(whole) : whole;
  const language = pageLanguage();
  const labels = (site.labels = labelsFor(payload.labels, language));
  const values = (widget.values = valuesOf(payload));
  widget.madeOf = whole;
  const content = (widget.content = contentFor(payload, values, extras?.vary, labels, asked));
  const look = applyLook(site, widget, payload);
  // A right-to-left page that does not set its direction still gets correctly ordered texts.
  const words = { lang: language, dir: values.dir || (isRightToLeft(language) ? "rtl" : "ltr") };
  element(outer, "", words);
  site.patch(widget, draw(site, widget, content, labels, payload.config, look));
}
