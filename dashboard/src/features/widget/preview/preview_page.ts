// The sample page of the preview: widths, colors and languages. Messages to the frame have the type `ShowMessage`; the
// frame's code is `crates/server/assets/preview/frame.js`.

import type { Payload } from "../queries";

/** Some languages of the widget, among them Arabic, which is written from right to left. */
export const LANGUAGES = ["en", "de", "fr", "es", "pt", "ja", "ar"] as const;
export const WIDTHS = [240, 390, 800] as const;
export type Width = (typeof WIDTHS)[number];

export interface PreviewPage {
  title: string;
  url: string;
  language: string;
  isDark: boolean;
}

export interface ShowMessage {
  kind: "show";
  payload: Payload;
  page: PreviewPage;
}

/** Messages from the frame: that it is ready, or the heights of its page and of the widget. All others are ignored. */
export type Heard = { kind: "ready" } | { kind: "size"; height: number; room: number };

const MAX_HEIGHT = 4_000;

export function heardIn(data: unknown): Heard | null {
  if (typeof data !== "object" || data === null || !("kind" in data)) return null;
  if (data.kind === "ready") return { kind: "ready" };
  if (data.kind !== "size" || !("height" in data) || !("room" in data)) return null;
  const { height, room } = data;
  if (typeof height !== "number" || typeof room !== "number" || !(height >= 0) || !(room >= 0)) return null;
  return { kind: "size", height: Math.min(height, MAX_HEIGHT), room };
}
