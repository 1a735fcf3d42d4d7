/** The widget's texts in the page's language, as the service sends them. */

import { fill } from "./fill";
import type { LabelTexts } from "../payload";

export type LabelKey =
  | "title"
  | "menu"
  | "ask"
  | "copyAndOpen"
  | "askWith"
  | "askQuestionWith"
  | "asked"
  | "characters"
  | "summary"
  | "explain"
  | "compare"
  | "own"
  | "ownHint"
  | "ownEmpty"
  | "questions"
  | "questionsTo"
  | "kinds"
  | "assistants"
  | "search"
  | "more"
  | "newTab"
  | "share"
  | "shareOn"
  | "shareByEmail"
  | "email"
  | "otherApps"
  | "copyLink"
  | "copyMarkdown"
  | "viewMarkdown"
  | "copyPrompt"
  | "copied"
  | "copyFailed"
  | "pasteInto"
  | "pasteIfEmpty"
  | "close"
  | "hideToday"
  | "questionRest"
  | "ownRest"
  | "summaryRest";

/**
 * A text of the widget with its placeholders filled; the key itself if there is no text. The end of a sentence keeps
 * its placeholders, because it is filled like a prompt.
 */
export type Labels = (key: LabelKey, values?: Readonly<Record<string, string>>) => string;

/**
 * The texts for `language`: its own, otherwise its base language's, otherwise English, otherwise any that have arrived,
 * for example while the texts for the page's new language are loading. Names within right-to-left text are isolated by
 * invisible characters, but not in what is sent.
 */
export function labelsFor(all: Readonly<Record<string, LabelTexts>>, language: string): Labels {
  const texts: Readonly<Record<string, string | undefined>> = {
    ...Object.values(all)[0],
    ...all.en,
    ...all[baseLanguage(language)],
    ...all[language],
  };
  const isolated = isRightToLeft(language);
  return (key, values = {}) => {
    const text = texts[key] || key;
    return key.endsWith("Rest") ? text : fill(text, values, isolated ? (value) => `\u2068${value}\u2069` : String);
  };
}

/** The base language of a tag: `pt` for `pt-BR`. */
export function baseLanguage(tag: string): string {
  return tag.replace(/-.*/, "").toLowerCase();
}

/** Whether a language is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(-|$)/i.test(language);
}
