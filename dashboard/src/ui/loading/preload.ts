// Loads code that a page needs only later, shortly after the page itself. The first click then needs no request, even
// if the connection was lost or the instance was upgraded in the meantime.

/** The delay after the page was loaded, so that its first requests come first. */
const DELAY_MS = 2_000;

/** Whether the reader asked the browser to save data; only some browsers say so. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Returns a function that loads the code once. The code is also loaded automatically some time after the page, unless
 * `isWanted` returns false or the browser saves data.
 */
export function preload<Part>(load: () => Promise<Part>, isWanted = (): boolean => true): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  const start = (): Promise<Part> => {
    loading ??= load().catch((failure: unknown) => {
      // After a failure the next call tries again.
      loading = undefined;
      throw failure;
    });
    return loading;
  };
  const startLater = (): void => {
    setTimeout(() => {
      if (isWanted() && !savesData()) start().catch(() => undefined);
    }, DELAY_MS);
  };
  if (document.readyState === "complete") startLater();
  else addEventListener("load", startLater, { once: true });
  return start;
}
