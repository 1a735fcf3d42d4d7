// Content that is drawn after the next frame, so that a press is answered before a form or a list is ready.

import { useDeferredValue, type ReactNode } from "react";

export function AfterPaint({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
