// The value from the latest render, for handlers that are created only once.

import { useLayoutEffect, useRef, type RefObject } from "react";

/** Read it only in handlers, not while rendering. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
