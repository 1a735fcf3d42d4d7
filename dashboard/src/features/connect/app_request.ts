// The request of an app in the address, and the scopes a person can give.

import type { Role } from "../../shell/navigation";
import type { Scope } from "../shared/keys/queries";

/** The scopes that a viewer has. Everyone else has all that an app can ask for, except changing widgets. */
const OF_VIEWERS: readonly Scope[] = ["analytics:read", "citations:read", "sites:read", "org:read"];

/** The query that the app opened; it is in the address as base64url, so that nothing reads or changes it. */
export function requestIn(search: Record<string, unknown>): { request?: string } {
  return typeof search.request === "string" && /^[A-Za-z0-9_-]+$/.test(search.request)
    ? { request: search.request }
    : {};
}

/** Empty if it is not base64url. */
export function decoded(request: string): string {
  try {
    return atob(request.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

/** The scopes that a person with this role can give. */
export function givable(asked: readonly Scope[], role: Role): Scope[] {
  return asked.filter(
    (scope) =>
      (role !== "viewer" || OF_VIEWERS.includes(scope)) &&
      (scope !== "sites:write" || role === "owner" || role === "admin"),
  );
}
