// Signals that something was saved, so that cached data may be out of date. This concerns every page, not only the one
// that saved.

const listeners = new Set<() => void>();
/** Requests that are sent with POST but store nothing. Testing a webhook stores a message. */
const ASKS_ONLY = /\/(preview|check|lint|rules\/[^/]+\/test)$/;

export const changed = {
  listen: (listener: () => void): void => void listeners.add(listener),
  /** Returns the response, after notifying the listeners if the request stored something. */
  notify: ({ method, url }: Request, response: Response): Response => {
    if (method !== "GET" && response.ok && !ASKS_ONLY.test(new URL(url).pathname))
      for (const listener of listeners) listener();
    return response;
  },
};
