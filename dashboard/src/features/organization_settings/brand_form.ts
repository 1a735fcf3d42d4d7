// The request that changes a brand, and the form's values.

import type { Schemas } from "../../api/client";

/** The maximum size of a logo's file, as the API has it. */
export const MAX_LOGO_BYTES = 64 * 1024;
const COLOR = /^#[0-9a-f]{6}$/i;

export interface BrandValues {
  name: string;
  accent: string;
  replyTo: string;
  measuredWith: boolean;
  /** A new logo as base64; null to remove it, undefined to keep it. */
  logoPng?: string | null;
}

/** A brand that was not chosen yet has the organization's name. */
export function brandValues({ name, brand }: Schemas["Organization"]): BrandValues {
  return {
    name: brand?.name ?? name,
    accent: brand?.accent ?? "",
    replyTo: brand?.replyTo ?? "",
    measuredWith: brand?.measuredWith ?? true,
  };
}

export function brandUpdate({ name, accent, replyTo, measuredWith, logoPng }: BrandValues): Schemas["BrandUpdate"] {
  const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());
  return {
    name: name.trim(),
    accent: orNull(accent),
    replyTo: orNull(replyTo),
    measuredWith,
    ...(logoPng === undefined ? {} : { logoPng }),
  };
}

/** The color as the picker of the browser needs it, which knows no other form. */
export function pickedColor(accent: string, otherwise: string): string {
  return COLOR.test(accent.trim()) ? accent.trim().toLowerCase() : otherwise;
}

/** A file as base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
