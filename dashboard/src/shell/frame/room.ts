// The screen's width: phones have the bar at the bottom, all wider screens at the side.

import { useSyncExternalStore } from "react";

/** As in the style sheets of both bars. */
const narrow = (): MediaQueryList => matchMedia("(max-width: 639px)");

function subscribe(listener: () => void): () => void {
  const room = narrow();
  room.addEventListener("change", listener);
  return () => { room.removeEventListener("change", listener); };
}

export const isNarrow = (): boolean => narrow().matches;

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
