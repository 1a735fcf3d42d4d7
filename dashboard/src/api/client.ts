// The API client, typed by the OpenAPI document. Requests carry the session cookie, which scripts cannot read.

import createClient from "openapi-fetch";

import type { components, paths } from "../generated/api";
import { takePrefetched } from "./prefetched";
import { changed } from "./changed";
import { withFreshProof } from "./reauthentication";
import { Unreachable, failureOf, isSessionEnd } from "./failure";
import { sessionEnd } from "./session_end";
import { ACCOUNT_HEADER, shownAccount } from "./shown_account";

export type Schemas = components["schemas"];

export const api = createClient<paths>({
  credentials: "same-origin",
  fetch: (request) =>
    takePrefetched(request) ??
    withFreshProof(request, (sent) => fetch(sent)).then((response) => changed.notify(request, response)),
});

api.use({
  onRequest: ({ request }) => {
    const account = shownAccount.get();
    if (account !== null) request.headers.set(ACCOUNT_HEADER, account);
  },
});

interface Sent<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

/** Returns the whole envelope of a response: `data` and `meta`. */
export async function askWhole<Body>(sent: Promise<Sent<Body>>): Promise<Body> {
  const askedAt = performance.now();
  let answer: Sent<Body>;
  try {
    answer = await sent;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new Unreachable(askedAt, cause);
  }
  if (answer.data !== undefined && answer.response.ok) return answer.data;
  const failure = failureOf(answer.response, answer.error, askedAt);
  if (isSessionEnd(failure)) sessionEnd.report();
  throw failure;
}

/** Returns a response's `data`, without the envelope. */
export async function ask<Data>(sent: Promise<Sent<{ data: Data }>>): Promise<Data> {
  return (await askWhole(sent)).data;
}
