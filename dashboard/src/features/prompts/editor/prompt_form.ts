// The form of a prompt, and its request. A new prompt sends all fields, an existing one only changed fields.

import type { Schemas } from "../../../api/client";
import type { Prompt, PromptKind, PromptStatus } from "../../shared/prompts/queries";
import { EVERY_LANGUAGE } from "../../shared/prompts/words";

export const MAX_TEXT_CHARACTERS = 2_000;
export const MAX_NAME_CHARACTERS = 80;
export const MAX_WEIGHT = 1_000;

export interface PromptForm {
  name: string;
  kind: PromptKind;
  text: string;
  platformIds: string[];
  language: string;
  status: PromptStatus;
  /** Empty means no group. */
  variantGroup: string;
  weight: number;
}

export const NEW_PROMPT: PromptForm = {
  name: "",
  kind: "custom",
  text: "",
  platformIds: [],
  language: EVERY_LANGUAGE,
  status: "active",
  variantGroup: "",
  weight: 100,
};

export function formOf(prompt: Prompt): PromptForm {
  const { name, kind, text, platformIds, language, status, variantGroup, weight } = prompt;
  return { name, kind, text, platformIds, language, status, variantGroup: variantGroup ?? "", weight };
}

/** A copy is a draft, so that it is used only when a person changes its status. */
export function copyOf(prompt: Prompt, name: string): PromptForm {
  return { ...formOf(prompt), name, status: "draft" };
}

/**
 * A variant shares the traffic with the other prompts of its group. If the prompt has no group, the group gets the
 * prompt's name.
 */
export function variantOf(prompt: Prompt, name: string): PromptForm {
  return {
    ...formOf(prompt),
    name,
    status: "active",
    variantGroup: prompt.variantGroup ?? prompt.name.slice(0, 40).trim(),
  };
}

export function bodyOf(form: PromptForm): Schemas["PromptCreate"] {
  const group = form.variantGroup.trim();
  return { ...form, name: form.name.trim(), variantGroup: group === "" ? null : group };
}

/** Only the changed fields: sending the text would mark a generated text as written by a person. */
export function editOf(before: PromptForm, form: PromptForm): Schemas["PromptUpdate"] {
  const [old, now] = [bodyOf(before), bodyOf(form)];
  const changed = (Object.keys(now) as (keyof Schemas["PromptCreate"])[]).filter(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, now[field]]));
}

export function isSame(one: PromptForm, other: PromptForm): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));
}

/** Inserts a placeholder at the caret, replacing the selection. Returns the caret's new position too. */
export function withPlaceholder(text: string, from: number, to: number, name: string): { text: string; caret: number } {
  const placeholder = `{{${name}}}`;
  return { text: text.slice(0, from) + placeholder + text.slice(to), caret: from + placeholder.length };
}

export interface Piece {
  text: string;
  /** The index of the finding; null for text between findings. */
  finding: number | null;
}

/**
 * Splits the text at its findings, whose positions count code points. A finding about an invisible character names its
 * code point, so its passage does not occur in the text.
 */
export function piecesOf(text: string, findings: readonly { start: number; passage: string }[]): Piece[] {
  const points = Array.from(text);
  const pieces: Piece[] = [];
  let at = 0;
  findings.forEach(({ start, passage }, place) => {
    if (start < at || start > points.length) return;
    const length = Array.from(passage).length;
    const isThere = points.slice(start, start + length).join("") === passage;
    const end = isThere ? start + length : Math.min(start + 1, points.length);
    if (start > at) pieces.push({ text: points.slice(at, start).join(""), finding: null });
    pieces.push({ text: points.slice(start, end).join(""), finding: place });
    at = end;
  });
  if (at < points.length) pieces.push({ text: points.slice(at).join(""), finding: null });
  return pieces;
}
