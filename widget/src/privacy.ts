/** Whether anything may be counted. A reader's "do not track" wins where the site's configuration honours it. */

import type { Privacy } from "./payload";

/** The two signals; `globalPrivacyControl` is not in TypeScript's types yet (https://w3c.github.io/gpc/). */
export interface Signals {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
}

export function mayTrack(privacy: Privacy, signals: Signals): boolean {
  if (!privacy.track) return false;
  const isRefused = signals.doNotTrack === "1" || signals.globalPrivacyControl === true;
  return !(isRefused && privacy.respectDoNotTrack);
}
