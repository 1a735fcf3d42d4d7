/** Copies text. Never requests a permission, never throws. */

/**
 * Whether `text` was copied. The older way comes first because it is done when it returns: a new tab that opens in the
 * same click takes the focus away, and the newer way would then be refused. The text is beside `near` for that moment:
 * inside the widget, so that a dialog of the page does not block it, and inside a panel, so that the panel does not
 * close.
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
