// What happens once someone is signed in: the page that they wanted is opened.

import { ownAddress } from "./next";

/** Leaves this document. The promise stays open, so that a button stays busy until the next page is there. */
export function entered(next = "/"): Promise<never> {
  location.replace(ownAddress(next, location.origin));
  return new Promise(() => undefined);
}
