// What each step of a site's setup shows.
// One table decides icon, title and text, so that they never contradict each other.

import type { Schemas } from "../../api/client";

export type StepState = "done" | "now" | "later" | "attention";

/** What is known about visits: none counted yet, the widget works, or it was seen earlier and is not any more. */
export type Visits = "none" | "seen" | "lost";

export interface StartState {
  snippet: StepState;
  visit: StepState;
  visits: Visits;
}

/** What the states depend on. */
export interface Facts {
  /** Whether the site has any events; undefined while this is not known. */
  hasEvents: boolean | undefined;
  install: Pick<Schemas["Install"], "status" | "lastSeenAt" | "checkedAt" | "diagnostic">;
}

/**
 * | Visits | Latest check | Snippet | First visit |
 * |---|---|---|---|
 * | none | none | now | later |
 * | none | found a problem | attention | later |
 * | none | found the snippet | done | now |
 * | seen | any, or none | done | done |
 * | seen, but not for a week, or a later check found a problem | any | attention | done |
 */
export function startState({ hasEvents, install }: Facts): StartState {
  const { status, lastSeenAt, checkedAt, diagnostic } = install;
  if (hasEvents !== true) {
    if (checkedAt === null) return { snippet: "now", visit: "later", visits: "none" };
    if (diagnostic !== null) return { snippet: "attention", visit: "later", visits: "none" };
    return { snippet: "done", visit: "now", visits: "none" };
  }
  // The install status follows some seconds after the first event.
  const isLost = lastSeenAt !== null && (status === "stale" || status === "error");
  if (isLost) return { snippet: "attention", visit: "done", visits: "lost" };
  return { snippet: "done", visit: "done", visits: "seen" };
}
