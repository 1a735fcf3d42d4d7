// The sites of what is sent to a channel. All kinds have one list, or each has its own, which the API can set.

import type { Route } from "./queries";

/** One list for every kind, null for all sites; "own" if the kinds have different lists and keep them. */
export type SitesOfKinds = readonly string[] | null | "own";

const key = (siteIds: readonly string[] | null): string => (siteIds === null ? "all" : [...siteIds].sort().join(" "));

export function sitesOf(routes: readonly Route[]): SitesOfKinds {
  const [first, ...others] = routes;
  if (first === undefined) return null;
  return others.every(({ siteIds }) => key(siteIds) === key(first.siteIds)) ? first.siteIds : "own";
}

/** The sites of a kind as they are saved. With lists of their own, a kind that is added is sent for all sites. */
export function sitesToSave(sites: SitesOfKinds, routes: readonly Route[], kind: Route["kind"]): string[] | null {
  const chosen = sites === "own" ? (routes.find((route) => route.kind === kind)?.siteIds ?? null) : sites;
  return chosen === null ? null : [...chosen];
}
