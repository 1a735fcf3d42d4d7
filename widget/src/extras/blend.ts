/** The colors of a widget that looks like a part of its page. It stays readable with any colors of the page. */

import type { Theme } from "../first/payload";
import type { Look } from "../first/drawing/look";
import { BLACK, colorOf, contrast, hexColor, mixed, readable, richer, WHITE, written, type Color } from "./color";

/**
 * Contrast that text needs, and that shapes and rings need. https://www.w3.org/TR/WCAG22/#contrast-minimum,
 * #non-text-contrast
 */
const TEXT = 4.5;
const SHAPE = 3;

/** Uses the page's text color, link color and the corners of its buttons, on its `background`. */
export function blend({ accent, radius }: Theme, place: Element, background: string, isDark: boolean): Look {
  const behind = colorOf(background) || WHITE;
  const ink = isDark ? WHITE : BLACK;
  const link = pageStyle(place, "a[href]");
  const button = pageStyle(place, "button,[type=submit],.button,.btn");
  const fg = readable(colorOf(getComputedStyle(place).color) || ink, ink, behind, TEXT * 1.4);
  const wanted = (link && colorOf(link.color)) || hexColor(accent) || ink;
  const values = colorsOn(behind, ink, fg, wanted);
  return {
    // Parts that cover the page are never transparent.
    values: { ...values, bg: "transparent", radius: button ? button.borderTopLeftRadius : `${radius}px` },
    shows: (color) => contrast(hexColor(color) || ink, behind) >= SHAPE,
  };
}

/**
 * Colors on `background`. Colors that could not be read there are moved toward `ink`, as in
 * `crates/domain/src/widget/look.rs`.
 */
export function colorsOn(background: Color, ink: Color, fg: Color, accent: Color) {
  const isDark = ink === WHITE;
  // On a dark page no shadow is visible, so a raised part is slightly lighter instead.
  const over = mixed(background, fg, isDark ? 0.03 : 0);
  const shade = isDark ? over : richer(background);
  const tinted = mixed(shade, fg, 0.05);
  // If only the darkest or lightest color can be read, a tinted background would make it unreadable.
  const isTintedFine = contrast(fg, tinted) >= TEXT;
  const soft = isTintedFine ? tinted : mixed(background, isDark ? BLACK : WHITE, 0.05);
  const line = mixed(shade, fg, 0.15);
  const shown = readable(accent, ink, over, SHAPE);
  return {
    bg: written(background),
    over: written(isTintedFine ? over : background),
    fg: written(fg),
    dim: written(readable(mixed(fg, background, 0.35), fg, isTintedFine ? soft : background, TEXT)),
    line: written(line),
    edge: written(readable(line, fg, over, SHAPE)),
    soft: written(soft),
    accent: written(shown),
    ...onAccent(shown),
  };
}

/** The colors of what is outside of the card, on the page's own `background`. */
export function outside({ dim, accent }: Look["values"], background: string) {
  const behind = colorOf(background) || WHITE;
  const ink = contrast(WHITE, behind) > contrast(BLACK, behind) ? WHITE : BLACK;
  const on = (color: string | undefined, needed: number) => readable(anyColor(color) || ink, ink, behind, needed);
  const shown = on(accent, SHAPE);
  return { "outer-dim": written(on(dim, TEXT)), "outer-accent": written(shown), ...onAccent(shown, "outer-") };
}

/** The text color on an accent, and the accent's color while the pointer is over it. */
function onAccent(accent: Color, prefix = "") {
  const [on, hover] = contrast(WHITE, accent) >= TEXT ? [WHITE, BLACK] : [BLACK, WHITE];
  return { [`${prefix}on`]: written(on), [`${prefix}hover`]: written(mixed(accent, hover, 0.12)) };
}

/** Parses a color as the service or a browser writes it. */
function anyColor(text = ""): Color | undefined {
  return text.startsWith("#") ? hexColor(text) : colorOf(text);
}

/** The style of the first element that matches `selector` within `place`, otherwise in the page. */
function pageStyle(place: Element, selector: string): CSSStyleDeclaration | undefined {
  const found = place.querySelector(selector) || document.querySelector(selector);
  return found ? getComputedStyle(found) : undefined;
}
