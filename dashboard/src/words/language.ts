// Which language the dashboard speaks. The choice is kept in this browser; without one, the browser's own languages decide.

import { i18n, type Messages } from "@lingui/core";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT_AS = "askline.language";
const CATALOGUES: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import("./en.po"),
  de: () => import("./de.po"),
};

function isLanguage(text: string | null | undefined): text is Language {
  return text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);
}

/** The first of `wanted` that the dashboard speaks, else English. */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage) ?? "en";
}

export function keptLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  return isLanguage(kept) ? kept : languageFor(navigator.languages);
}

/** The form of numbers and dates: the browser's own where it is of this language, so that a Swiss reader sees theirs. */
export function formsFor(language: Language, wanted: readonly string[]): string {
  const usual = language === "en" ? "en-GB" : "de-DE";
  return wanted.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ?? usual;
}

/** Loads the words of a language and shows them. */
export async function speak(language: Language): Promise<void> {
  const { messages } = await CATALOGUES[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEPT_AS, language);
  await speak(language);
}
