/** Copies text. Never requests a permission, never throws. */

import { beginCopy } from "./shared_functions";

/**
 * Returns whether `text` was copied. `begun` is a copy of the same text that began within the click. Without it, the
 * older way comes first for a text that is known already, because it is synchronous: a new tab that the same click opens
 * takes the focus, and then the newer way would be refused.
 */
export async function copyText(
  text: string | Promise<string>,
  root: ShadowRoot,
  near: Element,
  begun?: Promise<unknown>,
): Promise<boolean> {
  if (!begun && typeof text === "string" && copyNow(text, root, near)) return true;
  const whole = Promise.resolve(text);
  try {
    await (begun || beginCopy(whole));
    return true;
  } catch {
    // The text may be missing, too.
    return whole
      .then(async (known) => {
        if (!copyNow(known, root, near)) await navigator.clipboard.writeText(known);
        return true;
      })
      .catch(() => false);
  }
}

/**
 * The older way. During the copy the text is in an element next to `near`: inside the widget, so that a dialog of the
 * page does not block it, and inside a panel, so that the panel does not close.
 */
function copyNow(text: string, root: ShadowRoot, near: Element): boolean {
  const focused = root.activeElement;
  const field = document.createElement("textarea");
  field.readOnly = true;
  field.className = "copied";
  field.value = text;
  (near.closest(".card,.bar")?.querySelector(".layer") || root).append(field);
  try {
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
