// The search parameters of the list of prompts.

import { KINDS } from "../shared/prompts/words";
import type { PromptKind, PromptStatus } from "../shared/prompts/queries";

export interface PromptsSearch {
  /** The status of the shown prompts; active when left out. */
  show?: Exclude<PromptStatus, "active">;
  kind?: PromptKind;
  language?: string;
  q?: string;
  /** Whether the dialog for a generation is open. */
  generate?: true;
}

export function readPromptsSearch(search: Record<string, unknown>): PromptsSearch {
  const found: PromptsSearch = {};
  if (search.show === "draft" || search.show === "archived") found.show = search.show;
  const kind = KINDS.find((one) => one === search.kind);
  if (kind !== undefined) found.kind = kind;
  if (typeof search.language === "string" && /^(\*|[A-Za-z0-9-]{2,35})$/.test(search.language))
    found.language = search.language;
  const sought = typeof search.q === "number" ? String(search.q) : search.q;
  if (typeof sought === "string" && sought !== "" && sought.length <= 200) found.q = sought;
  if (search.generate === true) found.generate = true;
  return found;
}

/** What a new prompt is created from: a copy of another prompt (`like`), or a variant of it. */
export interface PromptSearch {
  like?: string;
  variantOf?: string;
}

export function readPromptSearch(search: Record<string, unknown>): PromptSearch {
  const id = (value: unknown): string | undefined =>
    typeof value === "string" && /^prm_[0-9a-zA-Z]{1,40}$/.test(value) ? value : undefined;
  const [like, variantOf] = [id(search.like), id(search.variantOf)];
  return variantOf !== undefined ? { variantOf } : like !== undefined ? { like } : {};
}
