/** Copies text. Never requests a permission, never throws. */

/**
 * Returns whether `text` was copied. The older way comes first because it is synchronous: a new tab that the same click
 * opens takes the focus, and then the newer way would be refused. During the copy the text is in an element next to
 * `near`: inside the widget, so that a dialog of the page does not block it, and inside a panel, so that the panel does
 * not close.
 */
export async function copyText(text: string, root: ShadowRoot, near: Element): Promise<boolean> {
  const focused = root.activeElement;
  const field = document.createElement("textarea");
  field.readOnly = true;
  field.className = "copied";
  field.value = text;
  (near.closest(".card,.bar")?.querySelector(".layer") || root).append(field);
  try {
    field.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
    if (!document.execCommand("copy")) await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
