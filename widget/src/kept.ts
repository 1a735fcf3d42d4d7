/** What the widget keeps in the reader's browser, beside the configuration and what could not be sent. */

/** The assistant that the reader chose last. */
export const LAST_KEY = "askline.last";
/** The day on which the reader put a site's floating widget away. */
export const AWAY_KEY = "askline.away.";

/** A reader's day. */
export function dayOf(now: number): string {
  return new Date(now).toDateString();
}
