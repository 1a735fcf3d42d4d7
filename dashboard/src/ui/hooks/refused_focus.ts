// Moves the focus to the first refused field after a form was refused. This helps people who use a keyboard or a screen
// reader.

import { useEffect, useRef, type RefObject } from "react";

/** The focusable elements of refused fields. */
const REFUSED = "[data-invalid] :is(input, textarea, button):not([tabindex='-1'])";

/** Returns the ref for the form to which `failure` belongs. */
export function useRefusedFocus(failure: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>(REFUSED)?.focus();
  }, [failure]);
  return form;
}
