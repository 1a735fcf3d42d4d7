// The colors of an organization's brand, as custom properties.

import type { CSSProperties } from "react";

import type { Schemas } from "../../../api/client";

/** The tones can be read on every ground of the theme; text on them is white on a light ground, and black on a dark one. */
export function accentStyle(accent: Schemas["BrandAccent"] | null | undefined): CSSProperties {
  if (accent === null || accent === undefined) return {};
  return {
    "--accent": `light-dark(${accent.light.text}, ${accent.dark.text})`,
    "--on-accent": "light-dark(#ffffff, #000000)",
    "--accent-soft": "color-mix(in srgb, var(--accent) 12%, var(--surface))",
  } as CSSProperties;
}
