// The organization and site in the address, and the organizations of the person.

import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";

import type { Schemas } from "../api/client";
import { meQuery, siteSummaryQuery, type SiteSummary } from "../api/queries";

export type Organization = Schemas["MyOrganization"];

export interface Place {
  me: Schemas["Me"];
  org: Organization | undefined;
  site: SiteSummary | undefined;
  siteId: string | undefined;
  /** The address names a site that is still loading. */
  isSiteAsked: boolean;
}

const LAST_ORGANIZATION = "askline.organization";
const lastSiteOf = (orgId: string): string => `askline.site.${orgId}`;

/** The site of an organization that was opened last, for pages that do not belong to a site. */
export function lastSite(orgId: string): string | null {
  return localStorage.getItem(lastSiteOf(orgId));
}

export function usePlace(): Place {
  const { data: me } = useSuspenseQuery(meQuery);
  const { orgId, siteId } = useParams({ strict: false });
  const { data: site, isLoading: isSiteAsked } = useQuery({
    ...siteSummaryQuery(siteId ?? ""),
    enabled: siteId !== undefined,
  });
  const named = orgId ?? site?.orgId;
  const last = localStorage.getItem(LAST_ORGANIZATION);
  const find = (id: string | null | undefined): Organization | undefined => me.orgs.find((org) => org.id === id);
  const org = find(named) ?? find(last) ?? me.orgs[0];
  useEffect(() => {
    if (org !== undefined) localStorage.setItem(LAST_ORGANIZATION, org.id);
    if (site !== undefined) localStorage.setItem(lastSiteOf(site.orgId), site.id);
  }, [org, site]);
  return { me, org, site, siteId, isSiteAsked };
}
