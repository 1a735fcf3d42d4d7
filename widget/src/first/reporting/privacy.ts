/**
 * Whether anything may be counted. A reader's "do not track" setting has priority if the site's configuration honors
 * it.
 */

import type { KeyValueStore } from "../natives";
import type { Privacy } from "../payload";

/** The two signals; `globalPrivacyControl` is not in TypeScript's types yet (https://w3c.github.io/gpc/). */
interface Signals {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
}

export function mayTrack(privacy: Privacy, signals: Signals): boolean {
  if (!privacy.track) return false;
  const isRefused = signals.doNotTrack === "1" || signals.globalPrivacyControl;
  return !(isRefused && privacy.respectDoNotTrack);
}

export const OFF_KEY = "askline.off";

/** Whether this browser asked not to be counted; the second file stores it for the following pages. */
export function isUncounted(store: KeyValueStore): boolean {
  return location.search.includes("askline=off") || !!store.recall(OFF_KEY);
}
