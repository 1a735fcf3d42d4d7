// The address of the page that accepts an invitation. The token is in the fragment, which browsers do not send to
// servers.

import type { Schemas } from "../../api/client";

/** Null if the API repeated an earlier response, which does not contain the token. */
export function joinAddress({ acceptUrl, token }: Schemas["Invitation"], origin: string): string | null {
  if (acceptUrl !== null) return acceptUrl;
  // Without a configured public address, the link uses the address at which the dashboard is open.
  return token === null ? null : `${origin}/join#${token}`;
}

export function maskedAddress(address: string): string {
  const [before = ""] = address.split("#");
  return `${before}#…`;
}
