// For which sites a kind of alert is wanted, and the request that changes it.

import type { Schemas } from "../../../api/client";
import type { MailChoices } from "./mail_choices";

export type MailChoice = MailChoices["items"][number];

/** All sites, all sites but those that are listed, or only those that are listed. */
export type Extent = "all" | "except" | "only";

export interface AlertSites {
  extent: Extent;
  listed: readonly string[];
}

/** Whether a kind can be wanted for single sites. The others are about all sites, or about the organization. */
const IS_ABOUT_SITES: Readonly<Record<Schemas["MailNotificationKind"], boolean>> = {
  "report.weekly": false,
  "report.monthly": false,
  "citation.gained": true,
  "citation.lost": true,
  "crawler.refused": true,
  "referrals.dropped": true,
  "referrals.risen": true,
  "site.stale": true,
  "monitor.failing": true,
  "credits.low": false,
  "credits.exhausted": false,
  "key.expiring": false,
  "webhook.disabled": false,
};
const KINDS: ReadonlyMap<string, boolean> = new Map(Object.entries(IS_ABOUT_SITES));

export const isAboutSites = ({ kind }: MailChoice): boolean => KINDS.get(kind) ?? true;

/** Whether the kind is wanted for any site. */
export const isWanted = ({ wanted, except }: MailChoice): boolean => wanted || except.length > 0;

export function alertSitesOf({ wanted, except }: MailChoice): AlertSites {
  if (!wanted) return { extent: "only", listed: except };
  return { extent: except.length === 0 ? "all" : "except", listed: except };
}

/** The request that stores the whole choice for a kind. */
export const requestFor = ({ kind, channel }: MailChoice, sites: AlertSites): Schemas["NotificationsUpdate"] => ({
  kind,
  channel,
  wanted: sites.extent !== "only",
  except: sites.extent === "all" ? [] : [...sites.listed],
});
