// Puts the focus on the first field that was refused, so that a person who hears the page, or types, is where the error is.

import { useEffect, useRef, type RefObject } from "react";

/** What can be typed or chosen in, within a field that was refused. */
const REFUSED = "[data-invalid] :is(input, textarea, button):not([tabindex='-1'])";

/** For the form whose sending failed. */
export function useRefusedFocus(failure: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>(REFUSED)?.focus();
  }, [failure]);
  return form;
}
