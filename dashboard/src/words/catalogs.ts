// The languages of the dashboard, their catalogs, and the language that this browser prefers.

import type { Messages } from "@lingui/core";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

export const STORAGE_KEY = "askline.language";

export const CATALOGS: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import("./en.po"),
  de: () => import("./de.po"),
};

function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);
}

/** The first of `wanted` that the dashboard is available in, otherwise English. */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage) ?? "en";
}

export function storedLanguage(): Language {
  const kept = localStorage.getItem(STORAGE_KEY);
  return isLanguage(kept) ? kept : languageFor(navigator.languages);
}
