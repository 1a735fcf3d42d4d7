// Whether a site has any events yet. The figures show it immediately; the site's install status follows some seconds
// later.

import { queryOptions, useQuery } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { siteQuery } from "../../../api/queries";

const POLL_INTERVAL_MS = 2_000;

export const firstEventQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["first event", siteId],
    queryFn: async ({ signal }) => {
      const params = { path: { siteId }, query: { days: 1, limit: 1 } };
      const { totals, items } = await ask(api.GET("/api/v1/analytics/{siteId}/pages", { params, signal }));
      return {
        isSeen: totals.views + totals.aiClicks + totals.socialClicks + totals.questionClicks > 0,
        path: items[0]?.path ?? null,
      };
    },
    refetchInterval: ({ state }) => (state.data?.isSeen === true ? false : POLL_INTERVAL_MS),
    staleTime: 0,
  });

/** Whether a site has any events; undefined while this is not known. */
export function useHasEvents(siteId: string, isWanted = true): boolean | undefined {
  const { data: site } = useQuery({ ...siteQuery(siteId), enabled: isWanted });
  const { data: seen } = useQuery({
    ...firstEventQuery(siteId),
    enabled: isWanted && (site === undefined || site.install.firstSeenAt === null),
  });
  if ((site !== undefined && site.install.firstSeenAt !== null) || seen?.isSeen === true) return true;
  return site === undefined || seen === undefined ? undefined : false;
}
