// Questions that are asked before there is a client to ask them, so that answers come while scripts are still being read. Each
// answer is taken once, by whoever asks for the same address; nothing but a GET is ever begun here.

/** An answer that nobody took by then is of another time: the question is asked anew. */
const TAKEN_MS_MOST = 15_000;

const begun = new Map<string, Promise<Response>>();

/** Asks at once. `path` is written as the client writes it, so that the two are found to be one. */
export function begin(path: string): void {
  const answer = fetch(path, { credentials: "same-origin" });
  // Whoever takes the answer shows why there is none.
  answer.catch(() => undefined);
  begun.set(new URL(path, location.origin).href, answer);
}

/** The answer to a request that was begun, or undefined where there is none that is recent. */
export function takeBegun({ method, url }: Request): Promise<Response> | undefined {
  const answer = method === "GET" ? begun.get(url) : undefined;
  if (answer !== undefined) begun.delete(url);
  return performance.now() < TAKEN_MS_MOST ? answer : undefined;
}
