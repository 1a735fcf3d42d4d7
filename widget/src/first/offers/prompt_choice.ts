/** Which prompt a platform's button uses. The same page view always gets the same answer. */

import { baseLanguage } from "./labels";
import type { Prompt } from "../payload";

/** The variant of `chosen` among `prompts` that this view gets: see `extras/variants.ts`. */
export type Vary = (chosen: Prompt, prompts: readonly Prompt[]) => Prompt;

/** Whether a prompt is in that language, or for every one. */
export function suits(prompt: Prompt, language: string): boolean {
  return ["*", baseLanguage(language)].includes(baseLanguage(prompt.language));
}

/**
 * The prompt for a platform: the one set for it, else one meant for it, else one for all, both in the page's language; else the
 * first one for all. Then the variant of it that this view gets. None if the site has no prompt for it.
 */
export function choosePrompt(
  prompts: readonly Prompt[],
  platformId: string,
  promptId: string | false | null | undefined,
  language: string,
  vary: Vary | undefined,
): Prompt | undefined {
  const meant = prompts.filter((prompt) => prompt.platformIds.includes(platformId));
  // A prompt that names other platforms is not for this one.
  const general = prompts.filter((prompt) => !prompt.platformIds[0]);
  const chosen =
    prompts.find((prompt) => prompt.id === promptId) || inLanguage(meant, language) || inLanguage(general, language) || general[0];
  return chosen && (vary?.(chosen, meant.includes(chosen) ? meant : general) || chosen);
}

/** The best match: the same tag, then the same language, then one for every language. */
function inLanguage(prompts: readonly Prompt[], language: string): Prompt | undefined {
  const suiting = prompts.filter((prompt) => suits(prompt, language));
  return suiting.find((prompt) => prompt.language === language) || suiting.find((prompt) => prompt.language !== "*") || suiting[0];
}
