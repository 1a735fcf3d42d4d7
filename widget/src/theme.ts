/**
 * The colours of a widget at its place: light or dark by what the page has behind it, or the page's own, and always
 * readable. Reads the page, changes nothing.
 */

import { BLACK, colorOf, contrast, luminance, mixed, readable, WHITE, written, type Color } from "./color";
import type { Theme } from "./payload";

/** Needed by text, and by shapes and rings. https://www.w3.org/TR/WCAG22/#contrast-minimum, #non-text-contrast */
const TEXT = 4.5;
const SHAPE = 3;
/** Below that luminance white text has more contrast than black. */
const DARK_MOST = 0.18;
/** What a dark theme paints. The server's warnings know it, too: `widget_config_warning.rs`. */
const DARK: Color = [0x17, 0x19, 0x1d, 1];

export interface Look {
  readonly isDark: boolean;
  /** Custom properties of the sheet. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether a shape of that colour can be seen. */
  readonly shows: (color: string) => boolean;
}

/** The look of a widget that stands in `place`. */
export function lookAt({ preset, accent, radius }: Theme, place: Element): Look {
  const behind = backgroundOf(place);
  const isBlended = preset === "blend";
  const isDark = preset === "dark" || (preset !== "light" && luminance(behind) < DARK_MOST);
  const [ground, ink] = [isBlended ? behind : isDark ? DARK : WHITE, isDark ? WHITE : BLACK];
  const own = isBlended && colorOf(getComputedStyle(place).color);
  const fg = readable(own || mixed(ink, ground, 0.1), ink, ground, isBlended ? TEXT * 1.4 : TEXT);
  const tinted = mixed(ground, fg, 0.05);
  // Where only the darkest or lightest ink can be read, a tint of it behind it would be too much.
  const soft = contrast(fg, tinted) < TEXT ? mixed(ground, isDark ? BLACK : WHITE, 0.05) : tinted;
  const link = isBlended && pageStyle(place, "a[href]");
  const wanted = (link && colorOf(link.color)) || colorOf(accent) || ink;
  const shown = readable(wanted, ink, ground, SHAPE);
  const onAccent = (color: Color) => written(contrast(WHITE, color) >= TEXT ? WHITE : BLACK);
  // What stands on the page itself, outside of the card.
  const outerInk = luminance(behind) < DARK_MOST ? WHITE : BLACK;
  const outer = readable(shown, outerInk, behind, SHAPE);
  const button = isBlended && pageStyle(place, "button,[type=submit],.button,.btn");
  return {
    isDark,
    values: {
      bg: isBlended ? "transparent" : written(ground),
      // What covers the page is never transparent.
      over: written(ground),
      fg: written(fg),
      dim: written(readable(mixed(fg, ground, 0.35), fg, soft === tinted ? soft : ground, TEXT)),
      line: written(mixed(ground, fg, 0.15)),
      edge: written(readable(mixed(ground, fg, 0.15), fg, ground, SHAPE)),
      soft: written(soft),
      accent: written(shown),
      on: onAccent(shown),
      "outer-dim": written(readable(mixed(fg, ground, 0.35), outerInk, behind, TEXT)),
      "outer-accent": written(outer),
      "outer-on": onAccent(outer),
      radius: button ? button.borderTopLeftRadius : `${radius}px`,
    },
    shows: (color) => contrast(colorOf(color) || ink, ground) >= SHAPE,
  };
}

/** How the page shows the first of its own `selector`, near the widget. */
function pageStyle(place: Element, selector: string): CSSStyleDeclaration | undefined {
  const found = place.querySelector(selector) || document.querySelector(selector);
  return found ? getComputedStyle(found) : undefined;
}

/** The first colour that is painted behind `place`; where none is, that of the browser's own canvas. */
function backgroundOf(place: Element): Color {
  for (let node: Element | null = place; node;) {
    const color = colorOf(getComputedStyle(node).backgroundColor);
    if (color && color[3] > 0.5) return color;
    const around: Node = node.getRootNode();
    node = node.parentElement || (around instanceof ShadowRoot ? around.host : null);
  }
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme.includes('dark') && (!colorScheme.includes('light') || matchMedia("(prefers-color-scheme:dark)").matches) ? DARK : WHITE;
}
