/** How the first file gets the others. Types only. */

import type { Lent } from "./lending";
import type { Natives } from "./natives";
import type { Extras, Live, Site } from "./parts";

/** What the other files of the widget have for the first. */
export interface Parts {
  readonly rest: { readonly bringToLife: (natives: Natives, signal: AbortSignal, lent: Lent) => Live };
  readonly extras: { readonly extrasFor: (site: Site, lent: Lent) => Extras };
}
/** Fetches one of them. */
export type Load = <Name extends keyof Parts>(name: Name) => Promise<Parts[Name]>;
