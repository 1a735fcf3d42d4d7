/**
 * Whether a color is visible on another one, and how to change it if not. Decides as
 * `crates/domain/src/colors.rs` does.
 */

/** Red, green, blue from 0 to 255, and opacity from 0 to 1. */
export type Color = readonly [number, number, number, number];

export const WHITE: Color = [255, 255, 255, 1];
export const BLACK: Color = [0, 0, 0, 1];

/**
 * A color as computed by the browser. A color given by its lightness (`oklch`, `lab` and similar) becomes the gray of
 * that lightness, which is enough for contrast. `undefined` for anything else.
 */
export function colorOf(text: string): Color | undefined {
  const [, space = "", inside = ""] = /^(\w+)\((?:[a-z][\w-]* )?(.*)\)$/.exec(text) || [];
  const [first = NaN, second = 0, third = 0, opacity = 1] = inside
    .split(/[\s,/]+/)
    .map((part) => parseFloat(part) / (part.endsWith("%") ? 100 : 1));
  if (first !== first) return undefined;
  if (space === "color") return [first * 255, second * 255, third * 255, opacity];
  if (space.startsWith("r")) return [first, second, third, opacity];
  const lightness = first > 1 ? first / 100 : first;
  // Precise enough to tell light from dark: lightness is the cube root of luminance, which the screen's curve nearly
  // undoes.
  const gray = 255 * lightness ** (3 / 2.2);
  return [gray, gray, gray, opacity];
}

/** From 0 to 1. https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance([red, green, blue]: Color): number {
  const part = (value: number) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
}

/** The color of `#rrggbb`. */
export function hexColor(text: string): Color | undefined {
  const parts = Number(text.replace("#", "0x"));
  return text && parts >= 0 ? [parts >> 16, (parts >> 8) & 255, parts & 255, 1] : undefined;
}

/** From 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Color, other: Color): number {
  const ratio = (luminance(one) + 0.05) / (luminance(other) + 0.05);
  return Math.max(ratio, 1 / ratio);
}

/** `color` mixed with a part of `other`. */
export function mixed(color: Color, other: Color, part: number): Color {
  const mix = (one: number, two: number) => Math.round(one * (1 - part) + two * part);
  return [mix(color[0], other[0]), mix(color[1], other[1]), mix(color[2], other[2]), 1];
}

/** A more saturated color, because a grayish tint on a warm page looks unclean; a gray stays as it is. */
export function richer([red, green, blue]: Color): Color {
  const most = Math.max(red, green, blue, 1);
  return [(red * red) / most, (green * green) / most, (blue * blue) / most, 1];
}

/** `color`, moved toward `target` until it has the needed contrast with what is behind it. */
export function readable(color: Color, target: Color, behind: Color, needed: number): Color {
  let [step, found] = [0, color];
  while (contrast(found, behind) < needed && step < 20) found = mixed(color, target, ++step / 20);
  return found;
}

/** A color as a style sheet writes it. */
export function written([red, green, blue]: Color): string {
  return `rgb(${red},${green},${blue})`;
}
