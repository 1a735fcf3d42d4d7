/** Ids of events. Time-ordered (RFC 9562, version 7), so that the server's index grows at its end. */

/** A UUID of the moment `now` (Unix milliseconds) out of ten random bytes. */
export function uuidV7(now: number, random: Uint8Array): string {
  const hex = [...random].map((byte) => (byte + 256).toString(16).slice(1)).join("");
  const time = (now + 2 ** 48).toString(16).slice(-12);
  // The variant's two bits stand above the first six of the third random byte, whose lower four follow.
  const variant = (8 + ((random[2] || 0) >> 6)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(5, 8)}-${hex.slice(8, 20)}`;
}
