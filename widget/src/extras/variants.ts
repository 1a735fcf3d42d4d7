/** Which of several variants of a prompt a page view gets. */

import type { Prompt } from "../first/payload";

/** The random number of a page view for a group of variants: from 0 up to, but not including, 1. */
export type Draw = (variantGroup: string) => number;

/** The variant of `chosen` among `prompts` that the number selects, by weight. */
export function variantOf(chosen: Prompt, prompts: readonly Prompt[], draw: Draw): Prompt {
  const { variantGroup, language } = chosen;
  if (!variantGroup) return chosen;
  const variants = prompts.filter((prompt) => prompt.variantGroup === variantGroup && prompt.language === language);
  let left = draw(variantGroup) * variants.reduce((sum, { weight }) => sum + weight, 0);
  return variants.find(({ weight }) => (left -= weight) < 0) || chosen;
}
