// The engines' names and their order on all pages.

import type { Schemas } from "../../../api/client";

export type Engine = Schemas["Engine"];

export const ENGINES = ["openai", "perplexity", "gemini", "anthropic", "xai"] as const satisfies readonly Engine[];

export const ENGINE_NAMES: Readonly<Record<Engine, string>> = {
  openai: "ChatGPT",
  perplexity: "Perplexity",
  gemini: "Gemini",
  anthropic: "Claude",
  xai: "Grok",
};

/** The icon of each engine: that of the same company's assistant. */
export const ENGINE_MARKS: Readonly<Record<Engine, string>> = {
  openai: "chatgpt",
  perplexity: "perplexity",
  gemini: "gemini",
  anthropic: "claude",
  xai: "grok",
};

export function isEngine(text: unknown): text is Engine {
  return ENGINES.some((engine) => engine === text);
}
