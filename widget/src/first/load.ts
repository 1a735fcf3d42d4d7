/** How the first file loads the others. Types only. */

import type { SharedFunctions } from "./shared_functions";
import type { Natives } from "./natives";
import type { DrawMenu, Extras, HydratedPage, Placing, Site } from "./parts";

/** What the other files export for the first one. */
export interface Parts {
  readonly rest: { readonly hydrate: (natives: Natives, signal: AbortSignal, shared: SharedFunctions) => HydratedPage };
  readonly place: { readonly placingFor: (site: Site) => Placing };
  readonly menu: { readonly menuFor: (site: Site, shared: SharedFunctions) => DrawMenu };
  readonly extras: { readonly extrasFor: (site: Site, shared: SharedFunctions) => Extras };
}
/** Loads one of the other files. */
export type Load = <Name extends keyof Parts>(name: Name) => Promise<Parts[Name]>;
