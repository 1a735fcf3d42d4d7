// Finds the sites of an organization that already have a domain, however it is typed.

import { useMemo } from "react";

import type { SiteSummary } from "../../../api/queries";
import { useSites } from "../../../shell/switchers/switchers";

/** What a site is named by in a warning. */
export type NamedSite = Pick<SiteSummary, "id" | "name" | "domain">;

/**
 * The domain of a typed or pasted address: without scheme, credentials, port, path and the dot at the end. Text that is no
 * address stays as it is, so that the API refuses it.
 */
export function domainOf(typed: string): string {
  return typed
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/, "")
    .replace(/^.*@/, "")
    .replace(/:\d*$/, "")
    .replace(/\.+$/, "");
}

/** The form in which domains are compared: that of the API (lowercase, `xn--`), without `www.`. */
export function comparable(typed: string): string {
  const domain = domainOf(typed);
  let host = domain.toLowerCase();
  try {
    host = new URL(`https://${domain}/`).hostname;
  } catch {
    // Not a host name yet: the person is still typing.
  }
  return host.replace(/^www\./, "");
}

/** The sites that have the typed domain. */
export function withDomain<Site extends NamedSite>(sites: readonly Site[], typed: string, except?: string): Site[] {
  const wanted = comparable(typed);
  return wanted === "" ? [] : sites.filter(({ id, domain }) => id !== except && comparable(domain) === wanted);
}

/** The sites of the organization, as far as the person sees them, that have the typed domain; `except` is the edited site. */
export function useSameDomain(orgId: string, typed: string, except?: string): NamedSite[] {
  const { data: sites } = useSites(orgId);
  return useMemo(() => withDomain(sites ?? [], typed, except), [sites, typed, except]);
}
