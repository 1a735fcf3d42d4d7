/** The browser's `matches`, as it was before the page could replace it. Set before a place is searched for. */

import type { Natives } from "../first/natives";

export let matches: Natives["matches"];

export function setMatches(natives: Natives): void {
  ({ matches } = natives);
}
