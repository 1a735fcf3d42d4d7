// The address of the page that accepts an invitation. The token is behind `#`, which browsers do not send to servers.

import type { Schemas } from "../../api/client";

/** Null where the answer repeats an earlier one and holds no token. */
export function joinAddress({ acceptUrl, token }: Schemas["Invitation"], origin: string): string | null {
  if (acceptUrl !== null) return acceptUrl;
  // An operator who set no public address: where the dashboard is open, it can be opened.
  return token === null ? null : `${origin}/join#${token}`;
}

export function maskedAddress(address: string): string {
  const [before = ""] = address.split("#");
  return `${before}#…`;
}
