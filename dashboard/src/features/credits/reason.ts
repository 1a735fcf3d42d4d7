// The reason of a transaction in the person's language. Only the service's own sentences are translated; a reason
// written by an operator is shown as it is.

import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";

/** The service's own reasons, word for word; a test compares them with its source code. */
export const GRANTED = "The plan's credits of this period";
export const EXPIRED = "What was left of the last period expired";
export const WRITTEN = "Prompts and questions generated";
const ANSWERED = /^(\d+) answers? to “(.*)”$/s;

/** How many engine answers were paid for and for which question; null for any other reason. */
export function answersOf(reason: string): { count: number; question: string } | null {
  const [, count, question] = ANSWERED.exec(reason) ?? [];
  return count === undefined || question === undefined ? null : { count: Number(count), question };
}

export function useReason(): (reason: string) => string {
  const { t } = useLingui();
  return useCallback(
    (reason) => {
      if (reason === GRANTED) return t`The plan’s credits for this period`;
      if (reason === EXPIRED) return t`Unused credits from the last period expired`;
      if (reason === WRITTEN) return t`Prompts and questions generated`;
      const answers = answersOf(reason);
      if (answers === null) return reason;
      const { count, question } = answers;
      return count === 1 ? t`1 answer to “${question}”` : t`${count} answers to “${question}”`;
    },
    [t],
  );
}
