// How much room there is: a phone has the bar at the foot, and everything wider the one at the side.

import { useSyncExternalStore } from "react";

/** As in the style sheets of both bars. */
const narrow = (): MediaQueryList => matchMedia("(max-width: 639px)");

function subscribe(listener: () => void): () => void {
  const room = narrow();
  room.addEventListener("change", listener);
  return () => { room.removeEventListener("change", listener); };
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}
