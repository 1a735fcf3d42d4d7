// Which figures the current filter does not apply to, according to the response. Also says whether they are left out.

import { useLingui } from "@lingui/react/macro";

import type { OverviewAnswer } from "./metric_words";

/** Why there is no citation rate with the current filter; null if there is one. */
export function useReasonWithoutRate({ notFiltered = [] }: Pick<OverviewAnswer, "notFiltered">): string | null {
  const { t } = useLingui();
  const found = notFiltered.find(({ figures, leftOut }) => figures === "citations" && leftOut);
  if (found === undefined) return null;
  return found.by === "platform" ? t`not available for a single assistant or network` : t`not available for folders`;
}

/** Whether the views are those of all assistants although the filter names one. */
export function hasAllViews({ notFiltered = [] }: Pick<OverviewAnswer, "notFiltered">): boolean {
  return notFiltered.some(({ figures }) => figures === "views");
}
