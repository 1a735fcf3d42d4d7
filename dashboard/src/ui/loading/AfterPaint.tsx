// Draws its content one frame later, so that a click is answered at once.

import { useDeferredValue, type ReactNode } from "react";

export function AfterPaint({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
