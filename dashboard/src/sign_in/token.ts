// Takes one-time tokens from the address. They are in its fragment, which is never sent to a server, or in its path if the
// `#` was escaped on its way. Tokens are removed from the address first of all, so that they are not in the browser's history, and
// take effect only after a click.

import { type Address, escapedFragmentOf } from "./addresses";

const WITH_TOKEN: readonly Address[] = ["setup", "enter", "join", "reset", "prove", "recipient", "undo"];
let taken: string | null = null;

/** Removes the token from the address and keeps it in memory. Returns whether there was one. */
export function takeToken(address: Address): boolean {
  const fragment = location.hash.slice(1) || escapedFragmentOf(location.pathname);
  if (!WITH_TOKEN.includes(address) || fragment === "") return false;
  taken = decoded(fragment);
  history.replaceState(history.state, "", `/${address}`);
  return true;
}

/** The text is unchanged if it cannot be decoded; the API then refuses the token. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the address had a token; otherwise people type it. */
export function hasToken(): boolean {
  return taken !== null;
}

/** The token of the address, otherwise the typed one. */
export function tokenOr(typed = ""): string {
  return taken ?? typed;
}

/** Forgets the token after it was used. */
export function forgetToken(): void {
  taken = null;
}
