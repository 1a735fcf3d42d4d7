/** Which prompt a platform's button uses. The result is the same throughout a page view. */

import { baseLanguage } from "./labels";
import type { Prompt } from "../payload";

/** Selects the variant of `chosen` among `prompts` for this page view: see `extras/variants.ts`. */
export type SelectVariant = (chosen: Prompt, prompts: readonly Prompt[]) => Prompt;

/** Whether a prompt is for that language, or for every language. */
export function hasLanguage(prompt: Prompt, language: string): boolean {
  return ["*", baseLanguage(language)].includes(baseLanguage(prompt.language));
}

/**
 * The prompt for a platform: the one assigned to it, otherwise one that names the platform, otherwise one for all
 * platforms, both in the page's language; otherwise the first one for all platforms. Then its variant for this page
 * view. Undefined if the site has no suitable prompt.
 */
export function choosePrompt(
  prompts: readonly Prompt[],
  platformId: string,
  promptId: string | false | null | undefined,
  language: string,
  vary: SelectVariant | undefined,
): Prompt | undefined {
  const meant = prompts.filter((prompt) => prompt.platformIds.includes(platformId));
  // Prompts that name no platform are for all platforms.
  const general = prompts.filter((prompt) => !prompt.platformIds[0]);
  const chosen =
    prompts.find((prompt) => prompt.id === promptId) ||
    inLanguage(meant, language) ||
    inLanguage(general, language) ||
    general[0];
  return chosen && (vary?.(chosen, meant.includes(chosen) ? meant : general) || chosen);
}

/** The best match: the same language tag, otherwise the same language, otherwise a prompt for every language. */
function inLanguage(prompts: readonly Prompt[], language: string): Prompt | undefined {
  const suiting = prompts.filter((prompt) => hasLanguage(prompt, language));
  return (
    suiting.find((prompt) => prompt.language === language) ||
    suiting.find((prompt) => prompt.language !== "*") ||
    suiting[0]
  );
}
