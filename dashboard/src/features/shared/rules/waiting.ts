// Proposed rules that wait for approval: their number, and those just dismissed.

import { queryOptions } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { usePendingDeletions } from "../../../ui/hooks/pending_deletions";

/** The number of waiting proposals, for pages that only link to them. */
export const waitingQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["proposed", siteId, "count"],
    queryFn: async ({ signal }) =>
      (
        await ask(
          api.GET("/api/v1/rules/{siteId}/proposed", { params: { path: { siteId }, query: { limit: 1 } }, signal }),
        )
      ).total,
  });

/** The id of a pending dismissal. Proposals that are dismissed together are restored together. */
export const dismissalId = (ids: readonly string[]): string => ids.join(" ");

/** The dismissed proposals whose dismissal can still be undone. */
export function useDismissedIds(): ReadonlySet<string> {
  const ids = usePendingDeletions()
    .filter(({ failure }) => failure === null)
    .flatMap(({ id }) => id.split(" "));
  return new Set(ids.filter((id) => id.startsWith("prop_")));
}
