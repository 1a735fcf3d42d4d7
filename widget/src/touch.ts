/** The third file: what a click opens, and the messages after it. Loaded at the first touch, since most readers touch nothing. */

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

/** The site is for `afresh.ts`, which is served in place of this file by another release. */
export const touch: (lent: Lent, site: Site) => Touch = (lent) => {
  borrow(lent);
  return { toggle, confirm, say };
};
