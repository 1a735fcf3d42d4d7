// Decides whether and when a failed request is sent again.

import { isBackSince } from "./connection";
import { ApiFailure, Unreachable } from "./failure";

const MAX_RETRIES = 2;
const FIRST_WAIT_MS = 1000;

/**
 * If the connection came back while a request was running, `refetchOnReconnect` does not repeat it, because it is
 * already running. It can still fail because of the lost connection, so that attempt does not count.
 */
export function mayRetry(failures: number, failure: unknown): boolean {
  if (failure instanceof Unreachable && isBackSince(failure.askedAt)) return true;
  return (
    failures < MAX_RETRIES && (failure instanceof Unreachable || (failure instanceof ApiFailure && failure.retryable))
  );
}

/**
 * Sends a request, and repeats it after a failure that may be temporary. Each wait is twice as long as the previous
 * one.
 */
export async function withRetry<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await question();
    } catch (failure) {
      if (!mayRetry(failures, failure)) throw failure;
      await new Promise((resolve) => {
        setTimeout(resolve, FIRST_WAIT_MS * 2 ** failures);
      });
    }
  }
}
