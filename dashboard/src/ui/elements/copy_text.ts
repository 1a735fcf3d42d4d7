// Copies a text to the clipboard.

/** How long a button says that it did. */
export const COPIED_FOR_MS = 2000;

/** Whether it is copied. Only secure addresses have the clipboard; elsewhere the text is there to be selected. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard;
  if (clipboard === undefined) return false;
  return clipboard.writeText(text).then(() => true, () => false);
}
