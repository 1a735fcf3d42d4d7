// Which figures a filter cannot narrow: the answer says which, and whether they are left out.

import { useLingui } from "@lingui/react/macro";

import type { OverviewAnswer } from "./metric_words";

/** Why there is no citation rate with the filters at hand; null where there is one. */
export function useReasonWithoutRate({ notFiltered = [] }: Pick<OverviewAnswer, "notFiltered">): string | null {
  const { t } = useLingui();
  const found = notFiltered.find(({ figures, leftOut }) => figures === "citations" && leftOut);
  if (found === undefined) return null;
  return found.by === "platform" ? t`not available for a single assistant or network` : t`not available for folders`;
}

/** Whether views are all views although a platform is asked about. */
export function hasAllViews({ notFiltered = [] }: Pick<OverviewAnswer, "notFiltered">): boolean {
  return notFiltered.some(({ figures }) => figures === "views");
}
