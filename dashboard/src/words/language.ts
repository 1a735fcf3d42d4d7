// The dashboard's language. The choice is stored in this browser; without one, the browser's languages decide.

import { STORAGE_KEY, LANGUAGES, storedLanguage, languageFor, textsOf, type Language } from "./catalogs";
import { i18n } from "./i18n";

export { LANGUAGES, storedLanguage, languageFor, type Language };

/**
 * The locale for numbers and dates, and for the first day of the week. Both languages follow the browser's region: a
 * Swiss person sees Swiss formats in German, and a British or Danish one sees those of their country in English.
 */
export function formsFor(language: Language, wanted: readonly string[]): string {
  const same = wanted.find((tag) => tag.toLowerCase().startsWith(`${language}-`));
  if (same !== undefined || language === "de") return same ?? "de-DE";
  const region = wanted.flatMap((tag) => /-([A-Za-z]{2})(?:-|$)/.exec(tag)?.[1] ?? [])[0] ?? "US";
  return `en-${region.toUpperCase()}`;
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
