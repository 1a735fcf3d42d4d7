// Requests that are sent before the API client exists. Answers arrive while scripts are still loading. Each answer is
// used once, by the first request for the same address. Only GET requests are started here.

/** Answers that were not used within this time are out of date; the request is sent again. */
const MAX_AGE_MS = 15_000;

const prefetched = new Map<string, Promise<Response>>();

/** Sends the request. `path` must be written exactly as the API client writes it, because answers are found by their address. */
export function prefetch(path: string): void {
  const answer = fetch(path, { credentials: "same-origin" });
  // The code that uses the answer shows the error.
  answer.catch(() => undefined);
  prefetched.set(new URL(path, location.origin).href, answer);
}

/** The answer to a request that was started here, or undefined if no request was started or it is too old. */
export function takePrefetched({ method, url }: Request): Promise<Response> | undefined {
  const answer = method === "GET" ? prefetched.get(url) : undefined;
  if (answer !== undefined) prefetched.delete(url);
  return performance.now() < MAX_AGE_MS ? answer : undefined;
}
