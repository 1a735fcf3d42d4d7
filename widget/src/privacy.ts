/** Whether anything may be counted. A reader's "do not track" wins where the site's configuration honours it. */

import type { KeyValueStore } from "./natives";
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

const OFF_KEY = "askline.off";

/** Whether this browser said that it is not to be counted: `?askline=off` in the address of any page, `?askline=on` ends it. */
export function isUncounted(store: KeyValueStore): boolean {
  const [, wish] = /[?&]askline=(on|off)(?:&|$)/.exec(location.search) || [];
  if (wish) store.write(OFF_KEY, wish === "off" ? "1" : "");
  return !!store.read(OFF_KEY);
}
