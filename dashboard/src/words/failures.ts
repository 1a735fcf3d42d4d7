// Why a request failed, in one sentence that says what to do.

import { t } from "@lingui/core/macro";

import { ApiFailure, Unreachable } from "../api/failure";
import { type Credential, refusalWords, violationWords } from "./errors";

export function failureWords(failure: unknown, credential?: Credential): string {
  if (failure instanceof Unreachable) return t`Can’t reach Askline. Check your connection, then try again.`;
  if (failure instanceof ApiFailure) return refused(failure, credential);
  return t`Something went wrong on this page. Load it again.`;
}

/** A single error without a field is shown instead of the general message. */
function refused(failure: ApiFailure, credential?: Credential): string {
  const [detail, another] = failure.details;
  return detail !== undefined && another === undefined && failure.code === "VALIDATION_FAILED"
    ? violationWords(detail)
    : refusalWords(failure.code, failure.message, credential);
}
