// The pages of the navigation. An entry here and a route add a page to the side bar, the bottom bar, the search and the
// shortcuts.

import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

import type { Schemas } from "../api/client";
import type { IconName } from "../ui/elements/Icon";

export type Role = Schemas["Role"];

interface Entry {
  title: MessageDescriptor;
  icon: IconName;
  /** The second key of its shortcut: G, then this letter. */
  letter: string;
  /** Groups are separated by a line. */
  group: number;
  /** The roles that see it in the navigation. For other roles, the page itself explains why it is empty. */
  onlyFor?: readonly Role[];
}

export interface SiteEntry extends Entry {
  to:
    | "/sites/$siteId/overview"
    | "/sites/$siteId/live"
    | "/sites/$siteId/pages"
    | "/sites/$siteId/questions"
    | "/sites/$siteId/citations"
    | "/sites/$siteId/widget"
    | "/sites/$siteId/prompts"
    | "/sites/$siteId/rules"
    | "/sites/$siteId/crawlers"
    | "/sites/$siteId/settings";
}

export interface OrganizationEntry extends Entry {
  to:
    | "/orgs/$orgId/sites"
    | "/orgs/$orgId/keys"
    | "/orgs/$orgId/webhooks"
    | "/orgs/$orgId/notifications"
    | "/orgs/$orgId/members"
    | "/orgs/$orgId/credits"
    | "/orgs/$orgId/audit"
    | "/orgs/$orgId/settings"
    | "/orgs/$orgId/shared-links"
    | "/orgs/$orgId/sign-in";
  /** The text of its tab, if it is shorter than the title. */
  tab?: MessageDescriptor;
}

export const ADMINS: readonly Role[] = ["owner", "admin"];
/** Everyone except viewers. */
export const MEMBERS: readonly Role[] = [...ADMINS, "member"];

export const ALL_SITES: OrganizationEntry = {
  to: "/orgs/$orgId/sites",
  title: msg`All sites`,
  icon: "all",
  letter: "s",
  group: 0,
};

export const SITE_PAGES: readonly SiteEntry[] = [
  { to: "/sites/$siteId/overview", title: msg`Overview`, icon: "overview", letter: "o", group: 1 },
  { to: "/sites/$siteId/live", title: msg`Live`, icon: "live", letter: "l", group: 1 },
  { to: "/sites/$siteId/pages", title: msg`Pages`, icon: "pages", letter: "p", group: 1 },
  { to: "/sites/$siteId/questions", title: msg`Questions`, icon: "questions", letter: "u", group: 1 },
  { to: "/sites/$siteId/citations", title: msg`Citations`, icon: "citations", letter: "c", group: 1 },
  { to: "/sites/$siteId/crawlers", title: msg`Crawlers and devices`, icon: "crawlers", letter: "d", group: 1 },
  { to: "/sites/$siteId/widget", title: msg`Widget`, icon: "widget", letter: "w", group: 2, onlyFor: ADMINS },
  { to: "/sites/$siteId/prompts", title: msg`Prompts`, icon: "prompts", letter: "t", group: 2, onlyFor: MEMBERS },
  { to: "/sites/$siteId/rules", title: msg`Rules`, icon: "rules", letter: "r", group: 2, onlyFor: MEMBERS },
  { to: "/sites/$siteId/settings", title: msg`Site settings`, icon: "settings", letter: "e", group: 2 },
];

/** These pages are tabs of one page, which has a single entry in the side bar. */
export const ORGANIZATION_PAGES: readonly OrganizationEntry[] = [
  {
    to: "/orgs/$orgId/settings",
    title: msg`Organization settings`,
    tab: msg`General`,
    icon: "organization",
    letter: "n",
    group: 3,
    onlyFor: ADMINS,
  },
  { to: "/orgs/$orgId/members", title: msg`Members`, icon: "members", letter: "m", group: 3, onlyFor: ADMINS },
  { to: "/orgs/$orgId/sign-in", title: msg`Sign-in`, icon: "lock", letter: "i", group: 3, onlyFor: ADMINS },
  {
    to: "/orgs/$orgId/notifications",
    title: msg`Notifications`,
    icon: "notifications",
    letter: "f",
    group: 3,
    onlyFor: ADMINS,
  },
  { to: "/orgs/$orgId/keys", title: msg`API keys`, icon: "keys", letter: "k", group: 3, onlyFor: ADMINS },
  { to: "/orgs/$orgId/webhooks", title: msg`Webhooks`, icon: "webhooks", letter: "h", group: 3, onlyFor: ADMINS },
  { to: "/orgs/$orgId/shared-links", title: msg`Shared links`, icon: "link", letter: "v", group: 3, onlyFor: MEMBERS },
  { to: "/orgs/$orgId/credits", title: msg`Credits`, icon: "credits", letter: "b", group: 3, onlyFor: MEMBERS },
  { to: "/orgs/$orgId/audit", title: msg`Audit log`, icon: "audit", letter: "a", group: 3, onlyFor: ADMINS },
];

/** Whether `pathname` is one of these pages of the organization. */
export function isOrganizationPage(pathname: string, orgId: string): boolean {
  return ORGANIZATION_PAGES.some(({ to }) => to.replace("$orgId", orgId) === pathname);
}

export function isAdmin(role: Role | undefined): boolean {
  return role !== undefined && ADMINS.includes(role);
}

/** Whether the role may edit prompts, rules and monitors. */
export function isMember(role: Role | undefined): boolean {
  return role !== undefined && MEMBERS.includes(role);
}

/** Whether the person can see only one site of the organization, so that a list of sites is not needed. */
export function seesOneSite(org: Schemas["MyOrganization"]): boolean {
  return org.siteIds?.length === 1;
}

/**
 * The pages of the organization that the person may see, starting with the list of sites unless they see only one site.
 */
export function organizationPages(org: Schemas["MyOrganization"]): OrganizationEntry[] {
  return visibleTo(seesOneSite(org) ? ORGANIZATION_PAGES : [ALL_SITES, ...ORGANIZATION_PAGES], org.role);
}

export function visibleTo<E extends Entry>(entries: readonly E[], role: Role | undefined): E[] {
  return entries.filter(({ onlyFor }) => onlyFor === undefined || (role !== undefined && onlyFor.includes(role)));
}
