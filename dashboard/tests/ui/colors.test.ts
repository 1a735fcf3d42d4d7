// The colors of series have enough contrast with the background, and differ from each other. This also holds for
// color-blind readers.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { PALETTE_COLORS, seriesOf } from "../../src/features/shared/platforms/platforms";

type Color = readonly [red: number, green: number, blue: number];

const TOKENS = readFileSync("src/styles/tokens.css", "utf8");
/** The contrast that WCAG requires for graphics (1.4.11). */
const MIN_CONTRAST = 3;
/**
 * In hundredths of the lightness between black and white. People can just distinguish two colors side by side at a
 * distance of 2.
 */
const MIN_DISTANCE = 5.5;

/**
 * How colors look without one type of cone, in linear light. Source: G. M. Machado, M. M. Oliveira and L. A. F.
 * Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), severity
 * 1.
 */
const SIGHTS: Readonly<Record<string, readonly Color[]>> = {
  "all cones": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** The color of a token in both themes, in linear light. */
function token(name: string): { light: Color; dark: Color } {
  const found = new RegExp(`--${name}: light-dark\\(#([0-9a-f]{6}), #([0-9a-f]{6})\\)`).exec(TOKENS);
  if (found?.[1] === undefined || found[2] === undefined) throw new Error(`No token --${name}.`);
  const linear = (hex: string, place: number): number => {
    const part = parseInt(hex.slice(place * 2, place * 2 + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const color = (hex: string): Color => [linear(hex, 0), linear(hex, 1), linear(hex, 2)];
  return { light: color(found[1]), dark: color(found[2]) };
}

const dot = (one: Color, other: Color): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const times = (rows: readonly Color[], color: Color): Color => {
  const [first = [0, 0, 0], second = [0, 0, 0], third = [0, 0, 0]] = rows;
  return [dot(first, color), dot(second, color), dot(third, color)];
};

function contrast(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((color) => dot(color, [0.2126, 0.7152, 0.0722]))
    .sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Oklab, in which equal steps look equal. Source: B. Ottosson, "A perceptual color space for image processing" (2020).
 */
function oklab(color: Color): Color {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(cones[0]), Math.cbrt(cones[1]), Math.cbrt(cones[2])],
  );
}

function distance(one: Color, other: Color, sight: readonly Color[]): number {
  const seen = (color: Color): Color => {
    const [red, green, blue] = times(sight, color);
    const within = (part: number): number => Math.min(1, Math.max(0, part));
    return oklab([within(red), within(green), within(blue)]);
  };
  const [a, b] = [seen(one), seen(other)];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe.each(["light", "dark"] as const)("in %s", (theme) => {
  const series = Array.from({ length: PALETTE_COLORS }, (_, place) => token(`series-${String(place + 1)}`)[theme]);
  test("a series has enough contrast with its background", () => {
    for (const ground of ["surface", "page"]) {
      for (const [place, color] of series.entries())
        expect(
          contrast(color, token(ground)[theme]),
          `series ${String(place + 1)} on ${ground}`,
        ).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });
  test.each(Object.keys(SIGHTS))("no two series look alike with %s", (name) => {
    for (const [place, one] of series.entries()) {
      for (const [later, other] of series.entries()) {
        if (later > place)
          expect(
            distance(one, other, SIGHTS[name] ?? []),
            `series ${String(place + 1)} and ${String(later + 1)}`,
          ).toBeGreaterThanOrEqual(MIN_DISTANCE);
      }
    }
  });
});

test("the assistants that readers use most have a color each, and others share one", () => {
  const colored = ["chatgpt", "claude", "gemini", "perplexity", "copilot", "google_ai_mode", "grok", "mistral"].map(
    seriesOf,
  );
  expect(new Set(colored).size).toBe(PALETTE_COLORS);
  expect(seriesOf("c_own")).toBeNull();
});
