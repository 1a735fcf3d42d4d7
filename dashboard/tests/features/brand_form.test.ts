// The form of a brand: what is sent, and what the color picker gets.

import { expect, test } from "vitest";

import { base64Of, brandUpdate, pickedColor } from "../../src/features/organization_settings/brand_form";
import { accentStyle } from "../../src/features/shared/brand/brand";

const values = { name: " Studio ", accent: " ", replyTo: "", measuredWith: true };

test("an empty field of a brand is cleared, and a logo that was not touched stays", () => {
  expect(brandUpdate(values)).toEqual({ name: "Studio", accent: null, replyTo: null, measuredWith: true });
  expect(brandUpdate({ ...values, logoPng: null })).toHaveProperty("logoPng", null);
  expect(brandUpdate({ ...values, accent: " #1D4F91 " }).accent).toBe("#1D4F91");
});

test("the picker gets a color that it knows while another one is typed", () => {
  expect(pickedColor("#1D4F91", "#000000")).toBe("#1d4f91");
  for (const typed of ["", "#1d4", "red", "#1d4f911"]) expect(pickedColor(typed, "#000000")).toBe("#000000");
});

test("a file becomes base64, whatever its bytes", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, place) => place);
  expect(await base64Of(new Blob([bytes]))).toBe(Buffer.from(bytes).toString("base64"));
});

test("without a color, a part of a page keeps the colors of the dashboard", () => {
  expect(accentStyle(null)).toEqual({});
  const tones = { text: "#123456", shape: "#123456", onShape: "#ffffff" };
  expect(accentStyle({ light: tones, dark: { ...tones, text: "#abcdef" } })).toHaveProperty(
    "--accent",
    "light-dark(#123456, #abcdef)",
  );
});
