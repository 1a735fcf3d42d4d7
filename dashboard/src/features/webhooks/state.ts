// The state of a webhook: one of six, each with its own next step.

import type { Webhook } from "./queries";

export type State = "works" | "failing" | "off" | "gave_up" | "gone" | "address_lost";

export function stateOf({ enabled, addressLost, disabledReason, failuresInARow }: Webhook): State {
  if (addressLost) return "address_lost";
  if (enabled) return failuresInARow > 0 ? "failing" : "works";
  if (disabledReason === null) return "off";
  return disabledReason === "gone" ? "gone" : "gave_up";
}

/** A URL without its query and other parts that may contain a token. */
export function shortAddress(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return pathname === "/" ? host : `${host}${pathname}`;
  } catch {
    return url;
  }
}
