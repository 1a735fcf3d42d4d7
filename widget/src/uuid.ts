/** Ids of events. Time-ordered (RFC 9562, version 7), so that the server's index grows at its end. */

/** A UUID of the moment `now` (Unix milliseconds); `random` gives numbers from 0 up to, but not, 1. */
export function uuidV7(now: number, random: () => number): string {
  const time = (now + 2 ** 48).toString(16).slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7xxx-9xxx-xxxxxxxxxxxx`.replace(/x/g, () => Math.floor(random() * 16).toString(16));
}
