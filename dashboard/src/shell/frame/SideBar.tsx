// The side bar: sites, the pages of the site, the organization, the account. Only icons on narrow screens.

import { useLingui } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";

import { Button as AriaButton } from "react-aria-components";
import { Icon } from "../../ui/elements/Icon";
import { AccountMenu } from "../account/AccountMenu";
import {
  ALL_SITES,
  ORGANIZATION_PAGES,
  SITE_PAGES,
  isOrganizationPage,
  seesOneSite,
  visibleTo,
  type OrganizationEntry,
  type SiteEntry,
} from "../navigation";
import type { Organization, Place } from "../place";
import styles from "./SideBar.module.css";
import { OrganizationSwitcher, SiteSwitcher, useCurrentSiteId } from "../switchers/switchers";

export function SideBar({ place, onPalette }: { place: Place; onPalette: () => void }) {
  const { t } = useLingui();
  const { me, org } = place;
  const siteId = useCurrentSiteId(place);
  return (
    <nav className={styles.side} aria-label={t`Main`}>
      {me.orgs.length > 1 && org !== undefined ? <OrganizationSwitcher organizations={me.orgs} org={org} /> : null}
      {org === undefined ? null : <SiteSwitcher org={org} place={place} />}
      <AriaButton className={styles.find} onPress={onPalette}>
        <Icon name="search" />
        <span className={styles.words}>{t`Search`}</span>
        <kbd className={styles.words} aria-hidden="true">
          {isApple() ? "⌘K" : t`Ctrl K`}
        </kbd>
      </AriaButton>
      {org === undefined || seesOneSite(org) ? null : <OrganizationLink entry={ALL_SITES} orgId={org.id} />}
      {siteId === null ? null : (
        <>
          <hr />
          {grouped(visibleTo(SITE_PAGES, org?.role)).map(([group, entries], index) => (
            <Fragment key={group}>
              {index > 0 ? <hr /> : null}
              {entries.map((entry) => (
                <SiteLink key={entry.to} entry={entry} siteId={siteId} />
              ))}
            </Fragment>
          ))}
        </>
      )}
      {org === undefined ? null : <OrganizationPages org={org} isNamed={me.orgs.length > 1} />}
      <div className={styles.end}>
        <AccountMenu user={me.user} />
      </div>
    </nav>
  );
}

export function isApple(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent);
}

function grouped(entries: readonly SiteEntry[]): [number, SiteEntry[]][] {
  const groups = new Map<number, SiteEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups];
}

function Inside({ icon, children }: { icon: SiteEntry["icon"]; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} />
      <span className={styles.words}>{children}</span>
    </>
  );
}

function SiteLink({ entry, siteId }: { entry: SiteEntry; siteId: string }) {
  const { i18n } = useLingui();
  const title = i18n._(entry.title);
  return (
    <Link to={entry.to} params={{ siteId }} className={styles.link} title={title}>
      <Inside icon={entry.icon}>{title}</Inside>
    </Link>
  );
}

function OrganizationLink({ entry, orgId }: { entry: OrganizationEntry; orgId: string }) {
  const { i18n } = useLingui();
  const title = i18n._(entry.title);
  return (
    <Link to={entry.to} params={{ orgId }} className={styles.link} title={title}>
      <Inside icon={entry.icon}>{title}</Inside>
    </Link>
  );
}

/**
 * One entry for all pages of the organization. It opens the members, which people need most often, or else the first
 * page that the person may see.
 */
function OrganizationPages({ org, isNamed }: { org: Organization; isNamed: boolean }) {
  const { t } = useLingui();
  const isHere = useLocation({ select: ({ pathname }) => isOrganizationPage(pathname, org.id) });
  const pages = visibleTo(ORGANIZATION_PAGES, org.role);
  const first = pages.find(({ to }) => to === "/orgs/$orgId/members") ?? pages[0];
  if (first === undefined) return null;
  const title = t`Organization`;
  return (
    <>
      <hr />
      <Link
        to={first.to}
        params={{ orgId: org.id }}
        className={`${styles.link} ${isHere ? styles.here : ""}`}
        title={isNamed ? org.name : title}
      >
        <Inside icon="organization">{title}</Inside>
      </Link>
    </>
  );
}
