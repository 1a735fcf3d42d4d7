// The page for each address, and the request that it sends first.

import { showProve, showRecipient, showUndo } from "./pages/address_links";
import type { Address } from "./addresses";
import { showEnter } from "./pages/enter";
import { showForgot } from "./pages/forgot";
import { showJoin } from "./pages/join";
import { showLogin } from "./pages/login";
import { showReset } from "./pages/reset";
import { showSetup } from "./pages/setup";
import { showSignup } from "./pages/signup";

interface Page {
  show: () => void;
  /**
   * A GET request that is sent while the texts are loading. Its path is written exactly as the API client writes it.
   */
  prefetches?: string;
}

const SIGN_IN_OPTIONS = "/api/v1/auth/options";

export const PAGES: Readonly<Record<Address, Page>> = {
  enter: { show: showEnter },
  forgot: { show: showForgot, prefetches: SIGN_IN_OPTIONS },
  join: { show: () => void showJoin(), prefetches: "/api/v1/me" },
  login: { show: showLogin, prefetches: SIGN_IN_OPTIONS },
  prove: { show: showProve },
  recipient: { show: showRecipient },
  reset: { show: showReset },
  setup: { show: showSetup },
  signup: { show: showSignup, prefetches: SIGN_IN_OPTIONS },
  undo: { show: showUndo },
};
