// Whether the screen is narrow. Phones have the navigation at the bottom, wider screens at the side.

import { useSyncExternalStore } from "react";

/** The same width as in the style sheets of both bars. */
const narrow = (): MediaQueryList => matchMedia("(max-width: 639px)");

function subscribe(listener: () => void): () => void {
  const room = narrow();
  room.addEventListener("change", listener);
  return () => {
    room.removeEventListener("change", listener);
  };
}

export const isNarrow = (): boolean => narrow().matches;

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow);
}
