/**
 * The colors of a widget at its place: light or dark. This depends on what the page has behind it. The service computed
 * both so that everything can be read. The colors of a blended widget are the page's own. Reads the page, changes
 * nothing.
 */

import type { Extras } from "../parts";
import type { Payload, Theme } from "../payload";
import type { Look } from "./look";

/** Below this luminance white text has more contrast than black. */
const MAX_DARK_LUMINANCE = 0.18;

/** The look of a widget in `place`. */
export function lookAt(theme: Theme, looks: Payload["looks"], place: Element, extras: Extras | undefined): Look {
  const { preset } = theme;
  const behind = backgroundOf(place);
  const isDark = preset === "dark" || (preset !== "light" && luminanceOf(behind) < MAX_DARK_LUMINANCE);
  const name = isDark ? "dark" : "light";
  const look: Look = {
    values: { ...looks?.[name], radius: `${theme.radius}px` },
    shows: (_, ground) => !ground || ground === name,
  };
  return extras ? extras.lookAt(look, theme, place, behind, isDark) : look;
}

/**
 * The first color that is painted behind `place`, as computed by the browser. Behind a picture, and without any color,
 * it is unknown: then the opposite of the text's color, which the browser makes light where a page is dark.
 */
function backgroundOf(place: Element): string {
  for (let node: Element | null = place; node; ) {
    const { backgroundColor, backgroundImage } = getComputedStyle(node);
    const [first = -1, , , opacity = first + 1] = partsOf(backgroundColor);
    if (/url|gradient/.test(backgroundImage)) break;
    if (opacity > 0.5) return backgroundColor;
    // From a shadow root it continues with its host. A document has no parent.
    node = node.parentElement || (node.getRootNode() as Partial<ShadowRoot>).host || null;
  }
  return luminanceOf(getComputedStyle(place).color) > 0.4 ? "rgb(23,25,29)" : "rgb(255,255,255)";
}

/** The numbers of a computed color such as `rgb(1, 2, 3)` or `oklch(0.5 0.1 20 / 0.9)`; other parts are left out. */
function partsOf(color: string): number[] {
  return color
    .split(/[\s(,/]+/)
    .map(parseFloat)
    .filter((part) => part === part);
}

/**
 * From 0 to 1, precise enough to distinguish light from dark. For a color given by its lightness (`oklch`, `lab`) it is
 * the cube of the lightness.
 */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color);
  const whole = color.startsWith("rgb") ? 255 : 1;
  return /^(rgb|color)/.test(color)
    ? 0.21 * (red / whole) ** 2.2 + 0.72 * (green / whole) ** 2.2 + 0.07 * (blue / whole) ** 2.2
    : (red > 1 ? red / 100 : red) ** 3;
}
