// Opens the page that the person wanted, after sign-in.

import { tellOtherTabs } from "../api/browser_sessions";
import { localAddress } from "./next";

/** Leaves this document. The promise never resolves, so that the button stays busy until the next page is there. */
export function openAfterSignIn(next = "/"): Promise<never> {
  tellOtherTabs("signed in");
  location.replace(localAddress(next, location.origin));
  return new Promise(() => undefined);
}
