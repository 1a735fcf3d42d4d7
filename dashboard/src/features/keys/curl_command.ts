// A `curl` command that works as copied, within the key's scopes and sites.

import { isImplied } from "../shared/keys/scopes";
import type { Scope } from "../shared/keys/queries";

interface Wanted {
  scopes: readonly Scope[];
  /** A site that the key may read; null without one. */
  siteId: string | null;
}

interface CurlOptions extends Wanted {
  origin: string;
  key: string;
}

export function curlCommand({ origin, key, ...wanted }: CurlOptions): string {
  return `curl -H "Authorization: Bearer ${key}" \\\n  "${origin}/api/v1/${pathFor(wanted)}"`;
}

/** Whether the command asks for `aiClicks`, which the dashboard does not show under this name. */
export const countsClicks = (wanted: Wanted): boolean => pathFor(wanted).includes("/ai?");

function pathFor({ scopes, siteId }: Wanted): string {
  const isAllowed = (scope: Scope): boolean => scopes.includes(scope) || isImplied(scope, scopes);
  if (siteId !== null && isAllowed("analytics:read")) return `analytics/${siteId}/ai?days=30`;
  if (isAllowed("sites:read")) return "sites";
  if (siteId !== null && isAllowed("citations:read")) return `citations/${siteId}/summary`;
  return "keys/self";
}

/** Masks a key in the same way as the API, so that a screenshot does not reveal it. */
export function masked(key: string): string {
  return `${key.slice(0, 7)}…${key.slice(-4)}`;
}
