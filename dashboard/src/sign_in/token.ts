// One-time tokens are in the fragment of an address, which no server and no log sees. They are removed from the address
// before anything else happens, so that the history keeps none, and used only by a click.

import type { Address } from "./addresses";

const WITH_TOKEN: readonly Address[] = ["setup", "enter", "join", "reset", "prove", "undo"];
let taken: string | null = null;

/** Takes the token out of the address. Whether there was one. */
export function takeToken(address: Address): boolean {
  if (!WITH_TOKEN.includes(address) || location.hash.length < 2) return false;
  taken = decoded(location.hash.slice(1));
  history.replaceState(history.state, "", location.pathname);
  return true;
}

/** Unchanged if it cannot be decoded: the API then refuses it as a token. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether the address that was opened had a token. Else people type theirs. */
export function hasToken(): boolean {
  return taken !== null;
}

/** The token of the address, else the one that was typed. */
export function tokenOr(typed = ""): string {
  return taken ?? typed;
}

/** Forgets it, once it is spent. */
export function forgetToken(): void {
  taken = null;
}
