/** Which prompt a platform's button carries. The same page view always gets the same answer. */

import { baseLanguage } from "./labels";
import type { Prompt } from "./payload";

/** What a page's view drew for a group of variants: a number from 0 up to, but not, 1. */
export type Draw = (variantGroup: string) => number;

/**
 * The prompt for a platform: the one set for it, else one meant for it, else one in the page's language, else the
 * first; then, within its variant group, the variant that was drawn. None where a site has no prompt for it.
 */
export function choosePrompt(
  prompts: readonly Prompt[],
  platformId: string,
  promptId: string | null | undefined,
  language: string,
  draw: Draw,
): Prompt | undefined {
  const meant = prompts.filter((prompt) => prompt.platformIds.includes(platformId));
  // A prompt that names other platforms is not for this one.
  const general = prompts.filter((prompt) => !prompt.platformIds.length);
  const chosen =
    prompts.find((prompt) => prompt.id === promptId) || inLanguage(meant, language) || inLanguage(general, language);
  if (!chosen?.variantGroup) return chosen;
  const variants = (meant.includes(chosen) ? meant : general).filter(
    (prompt) => prompt.variantGroup === chosen.variantGroup && prompt.language === chosen.language,
  );
  let left = draw(chosen.variantGroup) * variants.reduce((sum, { weight }) => sum + weight, 0);
  return variants.find(({ weight }) => (left -= weight) < 0) || chosen;
}

/** The best match: the very tag, the same language, for every language, else the first. */
function inLanguage(prompts: readonly Prompt[], language: string): Prompt | undefined {
  const rank = ({ language: own }: Prompt) =>
    own === language ? 0 : baseLanguage(own) === baseLanguage(language) ? 1 : own === "*" ? 2 : 3;
  let best = prompts[0];
  for (const prompt of prompts) if (best && rank(prompt) < rank(best)) best = prompt;
  return best;
}
