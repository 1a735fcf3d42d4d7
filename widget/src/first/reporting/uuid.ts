/** Ids of events. Time-ordered (RFC 9562, version 7), so that the server's index grows at its end. */

/** A UUID for the time `now` (Unix milliseconds); `random` fills bytes with secure random values. */
export function uuidV7(now: number, random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  const time = now.toString(16).padStart(12, "0");
  let place = 0;
  return "xxxxxxxx-xxxx-7xxx-9xxx-xxxxxxxxxxxx".replace(
    /x/g,
    () => time[place++] || (Number(random(new Uint8Array(1))) % 16).toString(16),
  );
}
