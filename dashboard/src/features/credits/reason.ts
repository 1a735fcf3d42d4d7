// The reason of a transaction in the person's language: translates the service's own sentences; a reason that an operator
// wrote is shown as it is.

import { useLingui } from "@lingui/react/macro";
import { useCallback } from "react";

/** As the service writes them; a test compares them with its sources. */
export const GRANTED = "The plan's credits of this period";
export const WRITTEN = "Prompts and questions generated";
const ANSWERED = /^(\d+) answers? to “(.*)”$/s;

/** How many answers of engines were paid for, and to which question; null for anything else. */
export function answersOf(reason: string): { count: number; question: string } | null {
  const [, count, question] = ANSWERED.exec(reason) ?? [];
  return count === undefined || question === undefined ? null : { count: Number(count), question };
}

export function useReason(): (reason: string) => string {
  const { t } = useLingui();
  return useCallback((reason) => {
    if (reason === GRANTED) return t`The plan’s credits for this period`;
    if (reason === WRITTEN) return t`Prompts and questions generated`;
    const answers = answersOf(reason);
    if (answers === null) return reason;
    const { count, question } = answers;
    return count === 1 ? t`1 answer to “${question}”` : t`${count} answers to “${question}”`;
  }, [t]);
}
