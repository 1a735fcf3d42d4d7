// The page for each address, and the request that it sends first.

import { showProve, showUndo } from "./pages/address_links";
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
  /** A GET request that is sent while the texts are loading. Its path is written exactly as the API client writes it. */
  asks?: string;
}

const WAYS_IN = "/api/v1/auth/doors";

export const PAGES: Readonly<Record<Address, Page>> = {
  enter: { show: showEnter },
  forgot: { show: showForgot, asks: WAYS_IN },
  join: { show: () => void showJoin(), asks: "/api/v1/me" },
  login: { show: showLogin, asks: WAYS_IN },
  prove: { show: showProve },
  reset: { show: showReset },
  setup: { show: showSetup },
  signup: { show: showSignup, asks: WAYS_IN },
  undo: { show: showUndo },
};
