/** The widget's words in the page's language, as the service gives them. */

import { fill } from "./fill";
import type { LabelTexts } from "../payload";

export type LabelKey =
  | "title" | "menu" | "ask" | "copyAndOpen" | "askWith" | "askQuestionWith" | "asked" | "characters"
  | "summary" | "explain" | "compare" | "own" | "ownHint" | "ownEmpty" | "questions" | "questionsTo" | "kinds" | "assistants" | "search" | "more" | "newTab"
  | "share" | "shareOn" | "shareByEmail" | "email" | "otherApps" | "copyLink" | "copyMarkdown" | "viewMarkdown"
  | "copyPrompt" | "copied" | "copyFailed" | "pasteInto" | "close" | "hideToday" | "questionRest" | "ownRest" | "summaryRest";

/** A text of the widget with its placeholders filled; the key itself if there is no text for it. A rest of a sentence keeps them: it is filled as a prompt is. */
export type Labels = (key: LabelKey, values?: Readonly<Record<string, string>>) => string;

/**
 * The texts for `language`: its own, else its base language's, else English, else those that arrived, such as while a page that
 * changed its language waits for others. Names within right-to-left text are isolated from it by invisible
 * characters; not in what is sent.
 */
export function labelsFor(all: Readonly<Record<string, LabelTexts>>, language: string): Labels {
  const texts: Readonly<Record<string, string | undefined>> = { ...Object.values(all)[0], ...all.en, ...all[baseLanguage(language)], ...all[language] };
  const isolated = isRightToLeft(language);
  return (key, values = {}) => {
    const text = texts[key] || key;
    return key.endsWith("Rest") ? text : fill(text, values, isolated ? (value) => `\u2068${value}\u2069` : String);
  };
}

/** `pt` of `pt-BR`. */
export function baseLanguage(tag: string): string {
  return tag.replace(/-.*/, "").toLowerCase();
}

/** Whether a language is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(-|$)/i.test(language);
}
