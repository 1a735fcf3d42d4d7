/** What a browser allows only within a click. Neither function throws. */

import { pageAddress, pageTitle } from "./page";

/**
 * Begins a copy within the click, as browsers demand, whose text may follow later. Only WebKit refuses a copy that begins
 * after a file was loaded; the others allow it for some seconds.
 */
export function beginCopy(text: Promise<string>): Promise<unknown> {
  try {
    const blob = text.then((whole) => new Blob([whole], { type: "text/plain" }));
    // Without `ClipboardItem`, nobody takes the blob of a text that could not be made.
    blob.catch(Boolean);
    const begun = navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    // Who began it may look at the result later.
    begun.catch(Boolean);
    return begun;
  } catch {
    // The page has no secure address, or the browser has no such copy.
    const refused = Promise.reject(new Error("askline: no copy within a click."));
    refused.catch(Boolean);
    return refused;
  }
}

/** Opens the system's share sheet. False if the browser refused to open it; a reader may close it without a choice. */
export function sharePage(): Promise<unknown> {
  return navigator.share({ title: pageTitle(), url: pageAddress() }).then(
    () => true,
    (problem: unknown) => (problem as Error | undefined)?.name === "AbortError",
  );
}
