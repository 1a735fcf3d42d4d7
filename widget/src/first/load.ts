/** How the first file loads the others. Types only. */

import type { Lent } from "./lending";
import type { Natives } from "./natives";
import type { Extras, Live, Site } from "./parts";

/** What the other files export for the first one. */
export interface Parts {
  readonly rest: { readonly bringToLife: (natives: Natives, signal: AbortSignal, lent: Lent) => Live };
  readonly extras: { readonly extrasFor: (site: Site, lent: Lent) => Extras };
}
/** Loads one of the other files. */
export type Load = <Name extends keyof Parts>(name: Name) => Promise<Parts[Name]>;
