// Signals a change: all cached data of the instance may be out of date, on every page and not only on the one that saved.

const listeners = new Set<() => void>();
/** Requests that send something to be looked at and store nothing. */
const ASKS_ONLY = /\/(preview|check|lint|test)$/;

export const changed = {
  listen: (listener: () => void): void => void listeners.add(listener),
  /** Passes an answer on, after telling if its request stored something. */
  heed: ({ method, url }: Request, response: Response): Response => {
    if (method !== "GET" && response.ok && !ASKS_ONLY.test(new URL(url).pathname)) for (const listener of listeners) listener();
    return response;
  },
};
