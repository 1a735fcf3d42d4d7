/** Which of several variants of a prompt a page's view gets. */

import type { Prompt } from "../payload";

/** What a page's view drew for a group of variants: a number from 0 up to, but not, 1. */
export type Draw = (variantGroup: string) => number;

/** Of the variants of `chosen` among `prompts` the one that was drawn, by weight. */
export function variantOf(chosen: Prompt, prompts: readonly Prompt[], draw: Draw): Prompt {
  const { variantGroup, language } = chosen;
  if (!variantGroup) return chosen;
  const variants = prompts.filter((prompt) => prompt.variantGroup === variantGroup && prompt.language === language);
  let left = draw(variantGroup) * variants.reduce((sum, { weight }) => sum + weight, 0);
  return variants.find(({ weight }) => (left -= weight) < 0) || chosen;
}
