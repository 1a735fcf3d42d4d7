// For which sites a kind of alert is wanted, and the requests that change it.

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

/** The changes, in this order, that lead from what is stored to what was chosen: as few as possible. */
export function changesTo(item: MailChoice, { extent, listed }: AlertSites): Schemas["NotificationsUpdate"][] {
  const { kind, channel, wanted, except } = item;
  const forOthers = extent !== "only";
  const about = (siteId: string, isSite: boolean) => ({ kind, channel, siteId, wanted: isSite !== forOthers });
  if (extent === "all") return wanted && except.length === 0 ? [] : [{ kind, channel, wanted: true }];
  const added = (known: readonly string[]) => listed.filter((id) => !known.includes(id)).map((id) => about(id, true));
  // A choice for all others replaces those for single sites.
  if (wanted !== forOthers) return [{ kind, channel, wanted: forOthers }, ...added([])];
  return [...added(except), ...except.filter((id) => !listed.includes(id)).map((id) => about(id, false))];
}
