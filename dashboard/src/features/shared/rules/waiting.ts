// The proposed rules that wait for approval: their number, and which of them are being dismissed.

import { queryOptions } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { usePendingDeletions } from "../../../ui/hooks/pending_deletions";

/** How many wait, for pages that only lead to them. */
export const waitingQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["proposed", siteId, "count"],
    queryFn: async ({ signal }) => (await ask(api.GET("/api/v1/rules/{siteId}/proposed", { params: { path: { siteId }, query: { limit: 1 } }, signal }))).total,
  });

/** Under which a dismissal waits to be sent: those that are dismissed together come back together. */
export const dismissalId = (ids: readonly string[]): string => ids.join(" ");

/** The dismissed proposals that can still be restored. */
export function useDismissed(): ReadonlySet<string> {
  const ids = usePendingDeletions().filter(({ failure }) => failure === null).flatMap(({ id }) => id.split(" "));
  return new Set(ids.filter((id) => id.startsWith("prop_")));
}
