/** Copies text. Never asks for a permission of its own, never throws. */

/**
 * Whether `text` was copied. The older way comes first because it is done when it returns: a new tab that opens in
 * the same click takes the focus away, and the newer way would then be refused.
 * The text stands in `near` for that moment; inside the widget, so that a dialog of the page does not lock it out.
 */
export async function copyText(text: string, near: ShadowRoot): Promise<boolean> {
  const focused = near.activeElement;
  const field = document.createElement("textarea");
  field.readOnly = true;
  field.value = text;
  near.append(field);
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
