// Which entries of the change log this browser has seen. At the first visit, no entry is marked as new.

import { ids } from "virtual:changelog-ids";
import { useSyncExternalStore } from "react";

const STORAGE_KEY = "askline.changes";
const listeners = new Set<() => void>();

function readStored(): ReadonlySet<string> {
  const text = localStorage.getItem(STORAGE_KEY);
  if (text !== null) return new Set(text.split(" "));
  localStorage.setItem(STORAGE_KEY, ids.join(" "));
  return new Set(ids);
}

// Read when the page opens: entries that another tab has seen since then are still new here.
const seenBefore = readStored();
const newIds = ids.filter((id) => !seenBefore.has(id));
let areSeen = newIds.length === 0;

/** The entries that are new since the last visit. */
export function unseenIds(): ReadonlySet<string> {
  return new Set(newIds);
}

/** Stores all entries as seen, so that they are not new at the next visit. */
export function markSeen(): void {
  localStorage.setItem(STORAGE_KEY, ids.join(" "));
  areSeen = true;
  for (const listener of listeners) listener();
}

export function useHasUnseen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => !areSeen,
  );
}
