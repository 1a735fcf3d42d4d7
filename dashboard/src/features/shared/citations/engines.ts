// The engines' names and their order on all pages.

import { every } from "../../../api/closed_list";
import type { Schemas } from "../../../api/client";
import { nameOfPlatform } from "../platforms/platforms";

export type Engine = Schemas["Engine"];

export const ENGINES = every<Engine>()(["openai", "perplexity", "gemini", "anthropic", "xai"]);

/** The service whose answers an engine gives; the engine has its name and its icon. */
export const ENGINE_MARKS = {
  openai: "chatgpt",
  perplexity: "perplexity",
  gemini: "gemini",
  anthropic: "claude",
  xai: "grok",
} as const satisfies Record<Engine, string>;

export const ENGINE_NAMES: Readonly<Record<Engine, string>> = {
  openai: nameOfPlatform(ENGINE_MARKS.openai),
  perplexity: nameOfPlatform(ENGINE_MARKS.perplexity),
  gemini: nameOfPlatform(ENGINE_MARKS.gemini),
  anthropic: nameOfPlatform(ENGINE_MARKS.anthropic),
  xai: nameOfPlatform(ENGINE_MARKS.xai),
};

export function isEngine(text: unknown): text is Engine {
  return ENGINES.some((engine) => engine === text);
}
