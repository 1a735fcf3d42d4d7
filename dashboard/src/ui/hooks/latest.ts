// The latest value of a render, for handlers and listeners that stay the same function.

import { useLayoutEffect, useRef, type RefObject } from "react";

/** Read it in handlers only, not while drawing. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => { latest.current = value; });
  return latest;
}
