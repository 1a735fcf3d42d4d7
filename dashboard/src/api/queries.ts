// Requests that several pages share: the account, its organizations and sites. Each has one key, so that it is sent
// only once.

import { QueryClient, queryOptions } from "@tanstack/react-query";

import { mayRetry } from "./retry";
import { changed } from "./changed";
import { api, ask, askWhole, type Schemas } from "./client";
import { pagedQuery } from "./paged_query";
import { shownAccount } from "./shown_account";

/** Data younger than this is shown without a new request. */
const FRESH_MS = 15_000;
/** The API's maximum page size. */
const PAGE_ROWS = 200;

export function newQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Offline requests fail immediately: a request that silently waits for the connection looks like a page that
        // hangs.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: mayRetry,
      },
    },
  });
  // Code that saves something also reloads the data of its own page; all other data is reloaded when it is next shown.
  changed.listen(() => void queryClient.invalidateQueries({ refetchType: "none" }));
  return queryClient;
}

export const meQuery = queryOptions({
  queryKey: ["me"],
  // Without an abort signal: the shell needs this response even if the page that also requested it is left.
  queryFn: async () => {
    const me = await ask(api.GET("/api/v1/me"));
    shownAccount.set(me.user.id);
    return me;
  },
});

export const sitesQuery = (orgId: string) =>
  pagedQuery({
    queryKey: ["sites", orgId],
    read: (from, signal) =>
      askWhole(api.GET("/api/v1/sites", { params: { query: { orgId, limit: PAGE_ROWS, ...from } }, signal })),
  });

/** The parts of a site that the frame of each page needs. */
export type SiteSummary = Schemas["OverviewSite"];

/** Running requests for a site. A change clears them, because their responses may be older than the change. */
const pendingSites = new Map<string, Promise<Schemas["SiteDetail"]>>();
changed.listen(() => {
  pendingSites.clear();
});

/** Reads a site with one request for both the frame and the page. */
function readSite(queryClient: QueryClient, siteId: string): Promise<Schemas["SiteDetail"]> {
  const before = pendingSites.get(siteId);
  if (before !== undefined) return before;
  // Without an abort signal, because other callers may wait for the same response.
  const reading = ask(api.GET("/api/v1/sites/{siteId}", { params: { path: { siteId } } }))
    .then((site) => {
      if (pendingSites.get(siteId) === reading) {
        queryClient.setQueryData(siteSummaryQuery(siteId).queryKey, site);
        queryClient.setQueryData(siteQuery(siteId).queryKey, site);
      }
      return site;
    })
    .finally(() => {
      if (pendingSites.get(siteId) === reading) pendingSites.delete(siteId);
    });
  pendingSites.set(siteId, reading);
  return reading;
}

/** Not requested while the overview is open, because the overview's response includes it. */
export const siteSummaryQuery = (siteId: string) =>
  queryOptions({
    // The key does not begin with the key of `siteQuery`, so that invalidating that query does not invalidate this one.
    queryKey: ["site face", siteId],
    queryFn: ({ client }): Promise<SiteSummary> => readSite(client, siteId),
  });

/** A site with its settings and its widget's configuration. */
export const siteQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["site", siteId],
    queryFn: ({ client }) => readSite(client, siteId),
  });

/** An organization's name, plan and seats. */
export const organizationQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["organization", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/orgs/{orgId}", { params: { path: { orgId } }, signal })),
  });

/** The credit balance. */
export const creditsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["credits", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/credits", { params: { query: { orgId } }, signal })),
  });

/**
 * How people can get an account or a new password here: whether sign-up is open, and whether the instance emails links
 * for a new password.
 */
export const signInOptionsQuery = queryOptions({
  queryKey: ["signInOptions"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/auth/options", { signal })),
  staleTime: Infinity,
});

/** The person's accounts at sign-in providers. */
export const linkedAccountsQuery = queryOptions({
  queryKey: ["identities"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/auth/identities", { signal })),
});
