// The eleven scopes in words, and which scopes include others.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import type { Scope } from "../shared/keys/queries";

interface ScopeWords {
  scope: Scope;
  words: MessageDescriptor;
  hint?: MessageDescriptor;
}

/** The scopes in the order of the form: common ones first. */
export const SCOPES: readonly ScopeWords[] = [
  { scope: "analytics:read", words: msg`Read figures`, hint: msg`AI asks, visits, questions, shares, pages` },
  { scope: "citations:read", words: msg`Read citations`, hint: msg`What AI engines say about your sites` },
  { scope: "sites:read", words: msg`Read sites and their widgets` },
  { scope: "sites:write", words: msg`Change widgets`, hint: msg`Includes read access` },
  { scope: "prompts:read", words: msg`Read prompts` },
  { scope: "prompts:write", words: msg`Change, import and export prompts`, hint: msg`Includes read access` },
  { scope: "rules:read", words: msg`Read rules` },
  { scope: "rules:write", words: msg`Change rules`, hint: msg`Includes read access` },
  { scope: "credits:read", words: msg`Read credits` },
  { scope: "org:read", words: msg`Read the organization’s profile, plan and seats` },
  { scope: "*", words: msg`Full access`, hint: msg`Includes future scopes` },
];

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
