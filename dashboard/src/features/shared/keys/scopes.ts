// The scopes in words, and which scopes include others.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import { keysOf } from "../../../api/closed_list";
import type { Scope } from "./queries";

interface ScopeWords {
  words: MessageDescriptor;
  hint?: MessageDescriptor;
}

const WORDS: Readonly<Record<Scope, ScopeWords>> = {
  "analytics:read": { words: msg`Read figures`, hint: msg`AI asks, visits, questions, shares, pages` },
  "citations:read": { words: msg`Read citations`, hint: msg`What AI engines say about your sites` },
  "sites:read": { words: msg`Read sites and their widgets` },
  "sites:write": { words: msg`Change widgets`, hint: msg`Includes read access` },
  "prompts:read": { words: msg`Read prompts` },
  "prompts:write": { words: msg`Change, import and export prompts`, hint: msg`Includes read access` },
  "rules:read": { words: msg`Read rules` },
  "rules:write": { words: msg`Change rules`, hint: msg`Includes read access` },
  "credits:read": { words: msg`Read credits` },
  "org:read": { words: msg`Read the organization’s profile, plan and seats` },
  "*": { words: msg`Full access`, hint: msg`Includes future scopes` },
};

/** The scopes in the order of the form: common ones first. */
export const SCOPES = keysOf(WORDS).map((scope) => ({ scope, ...WORDS[scope] }));

/** Whether other chosen scopes include `scope`, whether or not it is chosen itself. */
export function isImplied(scope: Scope, chosen: readonly Scope[]): boolean {
  if (scope === "*") return false;
  if (chosen.includes("*")) return true;
  const [subject, act] = scope.split(":");
  return act === "read" && chosen.some((other) => other === `${subject ?? ""}:write`);
}

/** The fewest scopes that grant the same access. */
export function withoutImplied(chosen: readonly Scope[]): Scope[] {
  return SCOPES.map(({ scope }) => scope).filter((scope) => chosen.includes(scope) && !isImplied(scope, chosen));
}
