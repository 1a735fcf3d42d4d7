// Requests that are sent before the API client exists. Responses arrive while scripts are still loading. Each response
// is used once, by the first request for the same address. Only GET requests are started here.

/**
 * The time after the document's start until which responses are used. Later they are out of date, and the request is
 * sent again.
 */
const MAX_AGE_MS = 15_000;

const prefetched = new Map<string, Promise<Response>>();

/**
 * Sends the request. `path` must be written exactly as the API client writes it, because responses are found by their
 * address.
 */
export function prefetch(path: string): void {
  const answer = fetch(path, { credentials: "same-origin" });
  // The code that uses the response shows the error.
  answer.catch(() => undefined);
  prefetched.set(new URL(path, location.origin).href, answer);
}

/** The response to a request that was started here; undefined if no request was started or the response is too old. */
export function takePrefetched({ method, url }: Request): Promise<Response> | undefined {
  const answer = method === "GET" ? prefetched.get(url) : undefined;
  if (answer !== undefined) prefetched.delete(url);
  return performance.now() < MAX_AGE_MS ? answer : undefined;
}
