// The dashboard's language. The choice is stored in this browser; without one, the browser's languages decide.

import { i18n } from "@lingui/core";

import { STORAGE_KEY, LANGUAGES, storedLanguage, languageFor, textsOf, type Language } from "./catalogs";

export { LANGUAGES, storedLanguage, languageFor, type Language };

/**
 * The locale for numbers and dates. English is American everywhere, as in emails. German follows the browser, so that a
 * Swiss person sees Swiss formats.
 */
export function formsFor(language: Language, wanted: readonly string[]): string {
  return language === "en" ? "en-US" : (wanted.find((tag) => tag.toLowerCase().startsWith("de-")) ?? "de-DE");
}

/** Loads the texts of a language and shows them. */
export async function showLanguage(language: Language): Promise<void> {
  i18n.loadAndActivate({ locale: language, messages: await textsOf(language) });
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await showLanguage(language);
}
