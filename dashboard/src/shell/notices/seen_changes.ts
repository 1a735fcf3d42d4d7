// Which entries of the change log this browser has seen. At the first visit, no entry is marked as new.

import { ids } from "virtual:changelog-ids";
import { useSyncExternalStore } from "react";

const KEPT_AS = "askline.changes";
const listeners = new Set<() => void>();

function kept(): ReadonlySet<string> {
  const text = localStorage.getItem(KEPT_AS);
  if (text !== null) return new Set(text.split(" "));
  localStorage.setItem(KEPT_AS, ids.join(" "));
  return new Set(ids);
}

// Read when the page opens: entries that another tab has seen since then are still new here.
const seenBefore = kept();
const fresh = ids.filter((id) => !seenBefore.has(id));
let isTold = fresh.length === 0;

/** The entries that are new since the last visit. */
export function freshIds(): ReadonlySet<string> {
  return new Set(fresh);
}

/** Stores all entries as seen, so that they are not new at the next visit. */
export function tell(): void {
  localStorage.setItem(KEPT_AS, ids.join(" "));
  isTold = true;
  for (const listener of listeners) listener();
}

export function useHasFresh(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => !isTold);
}
