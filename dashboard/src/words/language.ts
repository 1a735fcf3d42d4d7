// The dashboard's language. The choice is stored in this browser; without one, the browser's languages decide.

import { i18n } from "@lingui/core";

import { CATALOGUES, KEPT_AS, LANGUAGES, keptLanguage, languageFor, type Language } from "./catalogues";

export { LANGUAGES, keptLanguage, languageFor, type Language };

/** The locale for numbers and dates: the browser's own if it has this language, so that a Swiss reader sees Swiss formats. */
export function formsFor(language: Language, wanted: readonly string[]): string {
  const usual = language === "en" ? "en-GB" : "de-DE";
  return wanted.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? usual;
}

/** Loads the texts of a language and shows them. */
export async function speak(language: Language): Promise<void> {
  const { messages } = await CATALOGUES[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT_AS, language);
  await speak(language);
}
