// When a request without an answer is sent again.

import { isBackSince } from "./connection";
import { ApiFailure, Unreachable } from "./failure";

const MAX_TRIES = 2;
const FIRST_WAIT_MS = 1000;

/**
 * A question that was on its way while the connection came back is not asked by `refetchOnReconnect`, which finds it under way. It
 * may still fail of the connection that it began with, so that try does not count.
 */
export function mayAskAgain(failures: number, failure: unknown): boolean {
  if (failure instanceof Unreachable && isBackSince(failure.askedAt)) return true;
  return failures < MAX_TRIES && (failure instanceof Unreachable || (failure instanceof ApiFailure && failure.retryable));
}

/** Asks, and again where that may help, each time after a longer wait. */
export async function askAgain<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await question();
    } catch (failure) {
      if (!mayAskAgain(failures, failure)) throw failure;
      await new Promise((resolve) => { setTimeout(resolve, FIRST_WAIT_MS * 2 ** failures); });
    }
  }
}
