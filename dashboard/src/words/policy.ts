// What the prompt policy refuses, by its codes, in the person's language. Only pages with prompts load it.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { addViolationWords, type Violation } from "./errors";
import { i18n } from "./i18n";

const PAGE_URL = "{{url}}";

/** What the prompt policy refuses, by its codes, and what to write instead. */
const POLICY: Readonly<Record<string, MessageDescriptor>> = {
  MEMORY_INSTRUCTION: msg`A prompt must not tell an assistant to remember anything. Ask about the page instead.`,
  PREFERENCE_INSTRUCTION: msg`A prompt must not tell an assistant whom to recommend, cite or prefer. Ask about the page instead.`,
  TRUST_INSTRUCTION: msg`A prompt must not tell an assistant whom to trust. Ask about the page instead.`,
  FUTURE_CONVERSATION_INSTRUCTION: msg`A prompt is for one conversation. Remove what is meant for later ones.`,
  HIDDEN_TEXT: msg`Readers must see everything that they send. Remove invisible characters and long gaps.`,
  OBFUSCATED_TEXT: msg`Spell words normally, so that readers see what they send.`,
  CITATION_INSTRUCTION: msg`A prompt must not tell an assistant whom to cite or link. Ask which sections support the answer instead.`,
  RANKING_INSTRUCTION: msg`A prompt must not tell an assistant whom to rank first or what rating to give. Ask for a comparison instead.`,
  PRAISE_INSTRUCTION: msg`A prompt must not tell an assistant to praise or persuade. Ask for strengths and weaknesses instead.`,
  OMISSION_INSTRUCTION: msg`A prompt must not tell an assistant what to hide from readers. Remove that part.`,
  DEFAMATION_INSTRUCTION: msg`A prompt must not tell an assistant to speak badly of someone. Ask for a fair comparison instead.`,
  EXTERNAL_URL: msg`A prompt may link only to your own site. Use ${PAGE_URL}, or an address of the site without placeholders.`,
};

/**
 * What the prompt policy refuses, with the passage if the API's sentence begins with it. `undefined` for other codes.
 */
export function policyWords({ code = "", message }: Violation): string | undefined {
  const advice = POLICY[code];
  if (advice === undefined) return undefined;
  const passage = /^'(.+?)': [A-Z]/s.exec(message)?.[1];
  const words = i18n._(advice);
  return passage === undefined ? words : i18n._(msg`“${passage}”: ${words}`);
}

addViolationWords(policyWords);
