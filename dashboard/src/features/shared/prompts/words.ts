// The names of prompts' kinds, states and languages.

import { useLingui } from "@lingui/react/macro";

import { every } from "../../../api/closed_list";
import type { Schemas } from "../../../api/client";
import type { PromptKind, PromptStatus } from "./queries";

/** In the same order as in the widget. */
export const KINDS = every<PromptKind>()(["summary", "question", "explain", "compare", "custom"]);
export const STATUSES = every<PromptStatus>()(["active", "draft", "archived"]);
export const EVERY_LANGUAGE = "*";
/** Common languages. The API accepts any language tag. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja", "ar"];

export function useKindNames(): Readonly<Record<PromptKind, string>> {
  const { t } = useLingui();
  return {
    summary: t`Summary`,
    question: t`Question`,
    explain: t`Explanation`,
    compare: t`Comparison`,
    custom: t`Custom`,
  };
}

export function useStatusNames(): Readonly<Record<PromptStatus, string>> {
  const { t } = useLingui();
  return { active: t`Active`, draft: t`Draft`, archived: t`Archived` };
}

export function useSourceNames(): Readonly<Record<Schemas["PromptSource"], string>> {
  const { t } = useLingui();
  return { generated: t`generated`, manual: t`manual`, imported: t`imported` };
}

export function useLanguageName(): (tag: string) => string {
  const { t, i18n } = useLingui();
  const names = new Intl.DisplayNames([i18n.locale], { type: "language", fallback: "code" });
  return (tag) => {
    if (tag === EVERY_LANGUAGE) return t`Any language`;
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  };
}

/** The languages to choose from: "any language", the common ones, and those in use. */
export function languagesWith(inUse: readonly string[]): string[] {
  return [...new Set([EVERY_LANGUAGE, ...LANGUAGES, ...inUse])];
}
