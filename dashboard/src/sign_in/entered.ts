// After sign-in: opens the page that the person wanted.

import { ownAddress } from "./next";

/** Leaves this document. The promise stays open, so that a button stays busy until the next page is there. */
export function entered(next = "/"): Promise<never> {
  location.replace(ownAddress(next, location.origin));
  return new Promise(() => undefined);
}
