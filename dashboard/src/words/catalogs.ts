// The languages of the dashboard, the loaded texts, and the language that this browser prefers. The build
// gives each page a file of texts (words_by_page), which is loaded beside its code.

import type { Messages } from "@lingui/core";
import { FRAME, readTexts } from "virtual:texts";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

export const STORAGE_KEY = "askline.language";

/** The texts that have arrived. Lingui uses the same objects, and so finds what arrives later. */
const texts: Record<Language, Messages> = { en: {}, de: {} };
const requests = new Map<string, Promise<void>>();
/** The files whose texts are needed in every language that is shown. */
const needed = new Set([FRAME]);
let shown: Language | undefined;

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

/** Loads a file of texts once; after a failure, the next call tries again. */
function load(language: Language, file: string): Promise<void> {
  const name = `${language} ${file}`;
  const started = requests.get(name);
  if (started !== undefined) return started;
  const request = readTexts(language, file).then(
    (found) => void Object.assign(texts[language], found),
    (failure: unknown) => {
      requests.delete(name);
      throw failure;
    },
  );
  requests.set(name, request);
  return request;
}

/** The texts of a language, with those of everything that has been loaded so far. */
export async function textsOf(language: Language): Promise<Messages> {
  shown = language;
  await Promise.all([...needed].map((file) => load(language, file)));
  return texts[language];
}

/**
 * Waits for code and for its texts, which are loaded at the same time. The build adds the call to each `import()` that
 * needs it.
 */
export async function withTexts<Code>(code: Promise<Code>, file: string): Promise<Code> {
  const inShown = async (): Promise<void> => {
    const language = shown ?? storedLanguage();
    await load(language, file);
    // The person may have chosen another language in the meantime.
    if (language !== (shown ?? storedLanguage())) await inShown();
    else needed.add(file);
  };
  const [loaded] = await Promise.all([code, inShown()]);
  return loaded;
}
