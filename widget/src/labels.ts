/** The widget's words in the page's language. Built-in English stands in for whatever the service does not give. */

import { fill } from "./fill";
import type { LabelTexts } from "./payload";

const BUILT_IN = {
  title: "Ask AI about this page",
  menu: "Ask AI",
  askWith: "Ask {{platform}} about this page (opens in a new tab)",
  askQuestionWith: "Ask {{platform}}: {{question}} (opens in a new tab)",
  questions: "Suggested questions",
  share: "Share",
  shareOn: "Share on {{network}} (opens in a new tab)",
  shareByEmail: "Share by email",
  email: "Email",
  otherApps: "Other apps",
  copyLink: "Copy link",
  copyMarkdown: "Copy as Markdown",
  copyPrompt: "Copy prompt",
  copied: "Copied",
  copyFailed: "Copying did not work here",
  pasteInto: "Prompt copied. Paste it into {{platform}}.",
  showPrompt: "See what is asked",
};

export type LabelKey = keyof typeof BUILT_IN;

/** A text of the widget, its placeholders filled. */
export type Labels = (key: LabelKey, values?: Readonly<Record<string, string>>) => string;

/** The texts for `language`: its own, else its base language's, else English. */
export function labelsFor(all: Readonly<Record<string, LabelTexts>>, language: string): Labels {
  const texts = { ...BUILT_IN, ...all.en, ...all[baseLanguage(language)], ...all[language] };
  return (key, values = {}) => fill(texts[key], values);
}

/** `pt` of `pt-BR`. */
export function baseLanguage(tag: string): string {
  return tag.replace(/-.*/, "").toLowerCase();
}

/** Whether a base language is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)$/.test(language);
}
