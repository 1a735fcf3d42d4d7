// Whether shortcuts of single keys work, such as D or G then O. Stored in this browser.

import { useSyncExternalStore } from "react";

const STORAGE_KEY = "askline.singleKeys";
const OFF = "off";
const listeners = new Set<() => void>();

/** People who speak to their computer, or whose hand hits keys by accident, can switch them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== OFF;
}

export function chooseSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, OFF);
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, hasSingleKeys);
}
