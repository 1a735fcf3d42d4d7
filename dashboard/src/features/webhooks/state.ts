// The state of a webhook: one of six, each with its own next step.

import type { Webhook } from "./queries";

export type State = "works" | "failing" | "off" | "gave_up" | "gone" | "url_unreadable";

export function stateOf({ enabled, urlUnreadable, disabledReason, consecutiveFailures }: Webhook): State {
  if (urlUnreadable) return "url_unreadable";
  if (enabled) return consecutiveFailures > 0 ? "failing" : "works";
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
