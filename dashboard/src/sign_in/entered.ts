// Opens the page that the person wanted, after sign-in.

import { ownAddress } from "./next";

/** Leaves this document. The promise never resolves, so that the button stays busy until the next page is there. */
export function entered(next = "/"): Promise<never> {
  location.replace(ownAddress(next, location.origin));
  return new Promise(() => undefined);
}
