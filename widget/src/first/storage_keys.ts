/**
 * Keys of two of the reader's choices in the browser's storage. `configuration.ts`, `send_events.ts`, `privacy.ts` have
 * the others.
 */

/** The assistant that the reader chose last. */
export const LAST_KEY = "askline.last";
/** The day on which the reader dismissed a site's floating widget. */
export const DISMISSED_KEY = "askline.away.";

/** The current date in the reader's time zone. */
export function dayOf(now: number): string {
  return new Date(now).toDateString();
}
