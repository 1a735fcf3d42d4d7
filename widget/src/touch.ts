/**
 * The third file: what a click opens, and the messages after it. Loaded when a reader first clicks or focuses something, because
 * most readers never do.
 */

import type { Lent } from "./first/lending";
import type { Site } from "./first/parts";
import { borrow } from "./rest/lent";
import { toggle } from "./rest/touch/menu";
import { confirm, say } from "./rest/touch/say";

export interface Touch {
  readonly toggle: typeof toggle;
  readonly confirm: typeof confirm;
  readonly say: typeof say;
}

/** The site is passed for `afresh.ts`, which another release serves in place of this file. */
export const touch: (lent: Lent, site: Site) => Touch = (lent) => {
  borrow(lent);
  return { toggle, confirm, say };
};
