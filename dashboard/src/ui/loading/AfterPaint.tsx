// Renders its content one frame later, so that a click has a visible effect immediately.

import { useDeferredValue, type ReactNode } from "react";

export function AfterPaint({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
