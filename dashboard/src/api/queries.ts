// Requests of several pages: the account, its organizations and sites. Each has one key, so that it is sent once.

import { QueryClient, queryOptions } from "@tanstack/react-query";

import { mayAskAgain } from "./ask_again";
import { changed } from "./changed";
import { api, ask, askWhole, type Schemas } from "./client";
import { pagedQuery } from "./paged_query";

/** What was seen this recently is shown without asking again. */
const FRESH_MS = 15_000;
/** As many as the API gives at once. */
const PAGE_ROWS = 200;

export function newQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A question that waits silently for a connection looks like a page that is stuck.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: mayAskAgain,
      },
    },
  });
  // The code that saves reloads what is on the page; everything else is reloaded when it is shown next.
  changed.listen(() => void queryClient.invalidateQueries({ refetchType: "none" }));
  return queryClient;
}

export const meQuery = queryOptions({
  queryKey: ["me"],
  // Without a signal: the shell waits for this answer, and must not lose it when a page that watches it goes away.
  queryFn: () => ask(api.GET("/api/v1/me")),
});

export const sitesQuery = (orgId: string) =>
  pagedQuery({
    queryKey: ["sites", orgId],
    read: (from, signal) => askWhole(api.GET("/api/v1/sites", { params: { query: { orgId, limit: PAGE_ROWS, ...from } }, signal })),
  });

/** What the frame of every page of a site needs to know of it. */
export type SiteFace = Schemas["OverviewSite"];

/** Sites that are being read. After a change they are read again: what is on its way may be older. */
const sitesOnTheirWay = new Map<string, Promise<Schemas["SiteDetail"]>>();
changed.listen(() => { sitesOnTheirWay.clear(); });

/** Reads a site once for the frame and for the page, whichever asks first. */
function readSite(queryClient: QueryClient, siteId: string): Promise<Schemas["SiteDetail"]> {
  const before = sitesOnTheirWay.get(siteId);
  if (before !== undefined) return before;
  // Without a signal, since others may wait for the answer.
  const reading = ask(api.GET("/api/v1/sites/{siteId}", { params: { path: { siteId } } })).then((site) => {
    if (sitesOnTheirWay.get(siteId) === reading) {
      queryClient.setQueryData(siteFaceQuery(siteId).queryKey, site);
      queryClient.setQueryData(siteQuery(siteId).queryKey, site);
    }
    return site;
  }).finally(() => { if (sitesOnTheirWay.get(siteId) === reading) sitesOnTheirWay.delete(siteId); });
  sitesOnTheirWay.set(siteId, reading);
  return reading;
}

/** Asked for where the overview, which brings it along, is not what is opened. */
export const siteFaceQuery = (siteId: string) =>
  queryOptions({
    // Not below the key of the site, so that reading that again does not read this one as well.
    queryKey: ["site face", siteId],
    queryFn: ({ client }): Promise<SiteFace> => readSite(client, siteId),
  });

/** A site with its settings and its widget's configuration. */
export const siteQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["site", siteId],
    queryFn: ({ client }) => readSite(client, siteId),
  });

/** Name, plan and seats. */
export const organizationQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["organization", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/orgs/{orgId}", { params: { path: { orgId } }, signal })),
  });

/** What is left, for the page about credits and for what spends them. */
export const creditsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["credits", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/credits", { params: { query: { orgId } }, signal })),
  });

/** How one gets into this instance: whether sign-up is open, and whether it mails links for a new password. */
export const waysInQuery = queryOptions({
  queryKey: ["doors"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/auth/doors", { signal })),
  staleTime: Infinity,
});
