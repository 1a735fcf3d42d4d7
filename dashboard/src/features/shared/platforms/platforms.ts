// The names of services, and each assistant's color in all charts.

import { useLingui } from "@lingui/react/macro";

import { SERVICE_NAMES } from "../../../generated/services";

/** The assistants with their own color, in the order of the palette; all others get the color of "other". */
const COLORED = ["chatgpt", "claude", "gemini", "perplexity", "copilot", "google_ai_mode", "grok", "mistral"];

/** The number of colors for series. */
export const PALETTE_COLORS = COLORED.length;

export function nameOfPlatform(id: string): string {
  return (
    (Object.hasOwn(SERVICE_NAMES, id) ? SERVICE_NAMES[id] : undefined) ??
    id
      .replace(/^c_/, "")
      .replaceAll("_", " ")
      .replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase())
  );
}

export function usePlatformName(): (id: string) => string {
  const { t } = useLingui();
  return (id) => (id === "other" ? t`Other` : nameOfPlatform(id));
}

/** The position in the palette, from 1; null for assistants without their own color. */
export function seriesOf(id: string): number | null {
  const place = COLORED.indexOf(id);
  return place < 0 ? null : place + 1;
}
