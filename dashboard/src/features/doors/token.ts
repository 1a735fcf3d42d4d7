// One-time tokens stand in the fragment of an address, which no server and no log sees. They are taken out of the address
// before anything else happens, so that the history keeps none, and spent by a press alone.

import { useSyncExternalStore } from "react";

const DOORS = ["/setup", "/enter", "/join", "/reset", "/prove", "/undo"];
const listeners = new Set<() => void>();
let taken: string | null = null;

/** Takes the token out of the address. Called before the router reads it. */
export function takeToken(): void {
  if (!DOORS.includes(location.pathname.replace(/\/$/, "")) || location.hash.length < 2) return;
  taken = decodeURIComponent(location.hash.slice(1));
  history.replaceState(history.state, "", location.pathname);
  for (const listener of listeners) listener();
}

/** Forgets it, once it is spent. */
export function forgetToken(): void {
  taken = null;
  for (const listener of listeners) listener();
}

export function useToken(): string | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => taken);
}
