/**
 * The service and the widget compute the same colors. The widget computes them where only the page knows its colors.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colorsOn } from "../../src/extras/blend";
import { BLACK, colorOf, contrast, hexColor, mixed, readable, WHITE, type Color } from "../../src/extras/color";

type Look = Record<string, string>;
const cases = JSON.parse(
  readFileSync(new URL("../../../testdata/widget_look_cases.json", import.meta.url), "utf8"),
) as { accent: string; light: Look; dark: Look }[];
const known = (color: Color | undefined): Color => {
  if (!color) throw new Error("That is no colour.");
  return color;
};
const hex = (written: string) =>
  `#${known(colorOf(written))
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")}`;

test.each(cases)(
  "on the grounds that the service knows the colors are the service's: $accent",
  ({ accent, light, dark }) => {
    for (const [look, ink] of [
      [light, BLACK],
      [dark, WHITE],
    ] as const) {
      const ground = known(hexColor(look.bg ?? ""));
      const fg = readable(mixed(ink, ground, 0.1), ink, ground, 4.5);
      const found = Object.entries(colorsOn(ground, ink, fg, known(hexColor(accent)))).map(([name, color]) => [
        name,
        hex(color),
      ]);
      expect(Object.fromEntries(found)).toEqual(look);
    }
  },
);

test("what is set apart has more of a page's color, and on a gray page none", () => {
  const tintOn = (ground: string) =>
    known(colorOf(colorsOn(known(hexColor(ground)), BLACK, BLACK, BLACK).soft)).slice(0, 3);
  const [red = 0, green = 0, blue = 0] = tintOn("#fbf6ec");
  expect([red - blue, red - green].map((more) => more > 0)).toEqual([true, true]);
  expect(red - blue).toBeGreaterThan(0xfb - 0xec);
  expect(new Set(tintOn("#eeeeee")).size).toBe(1);
});

test("contrast is that of the standard", () => {
  expect(contrast(BLACK, WHITE)).toBeCloseTo(21);
  expect(contrast(known(hexColor("#777777")), WHITE)).toBeCloseTo(4.48, 2);
});
