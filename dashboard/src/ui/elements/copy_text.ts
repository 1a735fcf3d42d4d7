// Copies a text to the clipboard.

/** How long a button shows that the text was copied. */
export const COPIED_FOR_MS = 2000;

/**
 * Returns whether the text was copied. The clipboard is available only on secure origins; on others, people select the
 * text.
 */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
  if (clipboard === undefined) return false;
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
