// A `curl` command that works as copied, within the key's scopes and sites.

import { isImplied } from "./scopes";
import type { Scope } from "../shared/keys/queries";

interface CurlOptions {
  origin: string;
  key: string;
  scopes: readonly Scope[];
  /** A site that the key may read; null without one. */
  siteId: string | null;
}

export function curlCommand({ origin, key, scopes, siteId }: CurlOptions): string {
  const isAllowed = (scope: Scope): boolean => scopes.includes(scope) || isImplied(scope, scopes);
  const path = pathFor(isAllowed, siteId);
  return `curl -H "Authorization: Bearer ${key}" \\\n  "${origin}/api/v1/${path}"`;
}

function pathFor(isAllowed: (scope: Scope) => boolean, siteId: string | null): string {
  if (siteId !== null && isAllowed("analytics:read")) return `analytics/${siteId}/ai?days=30`;
  if (isAllowed("sites:read")) return "sites";
  if (siteId !== null && isAllowed("citations:read")) return `citations/${siteId}/summary`;
  return "keys/self";
}

/** Masks a key in the same way as the API, so that a screenshot does not reveal it. */
export function masked(key: string): string {
  return `${key.slice(0, 7)}…${key.slice(-4)}`;
}
