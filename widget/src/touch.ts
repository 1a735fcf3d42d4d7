/**
 * The third file: what a click opens, and the messages after it. Loaded when a reader first clicks or focuses something
 * in a widget, because most readers never do.
 */

import type { SharedFunctions } from "./first/shared_functions";
import type { Site } from "./first/parts";
import { setSharedFunctions } from "./rest/shared_functions";
import { close, toggle } from "./rest/touch/menu";
import { confirm, showMessage } from "./rest/touch/say";

export interface Touch {
  readonly toggle: typeof toggle;
  readonly close: typeof close;
  readonly confirm: typeof confirm;
  readonly showMessage: typeof showMessage;
}

/** The site is passed for `afresh.ts`, which another release serves instead of this file. */
export const touch: (shared: SharedFunctions, site: Site) => Touch = (shared) => {
  setSharedFunctions(shared);
  return { toggle, close, confirm, showMessage };
};
