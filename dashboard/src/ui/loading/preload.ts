// Loads parts that a page needs only later, while it is idle. Their first click then needs no request, also if
// the connection is lost or the instance has new files by then.

/** After the first frames of a page and what they ask for. */
const QUIET_MS = 2_000;

/** A loader that begins by itself once the page has come to rest, if it is wanted then, or at its first call. */
export function preload<Part>(load: () => Promise<Part>, isWanted = (): boolean => true): () => Promise<Part> {
  let begun: Promise<Part> | undefined;
  const begin = (): Promise<Part> => {
    begun ??= load().catch((failure: unknown) => {
      // The next wish tries again.
      begun = undefined;
      throw failure;
    });
    return begun;
  };
  const beginLater = (): void => { setTimeout(() => { if (isWanted()) begin().catch(() => undefined); }, QUIET_MS); };
  if (document.readyState === "complete") beginLater();
  else addEventListener("load", beginLater, { once: true });
  return begin;
}
