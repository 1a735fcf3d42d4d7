/** The entries of CHANGELOG.md that the dashboard shows, added at build time by changelog.mjs. */
declare module "virtual:changelog" {
  export const entries: readonly { id: string; version: string; audience: "owners" | "readers"; text: string }[];
}

/** Only the ids of the entries, which are enough for most visits. */
declare module "virtual:changelog-ids" {
  export const ids: readonly string[];
}

/** The texts of a language, in a file for each page; from words_by_page. */
declare module "virtual:texts" {
  import type { Messages } from "@lingui/core";
  /** The file with the texts that every page needs. */
  export const FRAME: string;
  export function readTexts(language: string, file: string): Promise<Messages>;
}

declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}

/** The paths of the engines' marks by the platform that an engine answers for; from engine_marks.mjs. */
declare module "virtual:engine-marks" {
  export const paths: Readonly<Record<"chatgpt" | "perplexity" | "gemini" | "claude" | "grok", string>>;
}
