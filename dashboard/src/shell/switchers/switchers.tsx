// The menus that switch between sites and between organizations.

import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import type { Schemas } from "../../api/client";
import { sitesQuery, type SiteSummary } from "../../api/queries";
import { Icon } from "../../ui/elements/Icon";
import { Avatar } from "../../ui/elements/Avatar";
import { Opener } from "../../ui/dialogs/Opener";
import { part } from "../../ui/loading/part";
import { preload } from "../../ui/loading/preload";
import { useRoleNames } from "../../words/roles";
import { forAnotherSite } from "../../features/shared/period/period";
import { isAdmin, seesOneSite } from "../navigation";
import { lastSite, type Place } from "../place";
import { ADD, type Row } from "./switcher_rows";
import styles from "./switchers.module.css";

const load = preload(() => import("./SwitcherChoices"));
const SwitcherChoices = part(() => load().then(({ SwitcherChoices: component }) => component));

/** Every site of the organization, including those beyond the first page of 200. Loaded only if `isWanted`. */
export function useSites(orgId: string, isWanted = true) {
  const found = useInfiniteQuery({ ...sitesQuery(orgId), enabled: isWanted && orgId !== "" });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return found;
}

/**
 * The site that the navigation leads to: the one in the address, otherwise the last opened one, otherwise the first.
 * Null if there are no sites.
 */
function useCurrentSite(place: Place): { current: SiteSummary | null; isAsked: boolean } {
  const { org, site, siteId } = place;
  const { data: sites = [], isLoading } = useSites(org?.id ?? "", siteId === undefined);
  if (org === undefined) return { current: null, isAsked: false };
  if (site !== undefined) return { current: site, isAsked: false };
  const last = lastSite(org.id);
  return { current: sites.find(({ id }) => id === last) ?? sites[0] ?? null, isAsked: isLoading || place.isSiteAsked };
}

export function useCurrentSiteId(place: Place): string | null {
  return useCurrentSite(place).current?.id ?? null;
}

/** The first sites have a number key as shortcut. */
const MAX_DIGIT_KEYS = 9;

/** Shows the site that the entries below it lead to, also on pages of the organization. */
export function SiteSwitcher({ org, place }: { org: Schemas["MyOrganization"]; place: Place }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { current: current, isAsked } = useCurrentSite(place);
  const isNamed = place.siteId !== undefined;
  const { data: sites = current === null ? [] : [current] } = useSites(org.id, isOpen || !isNamed);
  if (current === null && !isNamed && !isAsked) return null;
  const face =
    current === null ? (
      <>
        {isAsked ? null : <Icon name="all" />}
        <span className={styles.text}>
          {isAsked ? <span className={styles.pending}>{t`Loading`}</span> : t`Choose a site`}
        </span>
      </>
    ) : (
      <>
        <Avatar name={current.name} seed={current.id} />
        <span className={styles.text}>
          {current.name} <small>{current.domain}</small>
        </span>
      </>
    );
  if (seesOneSite(org)) return <div className={styles.only}>{face}</div>;
  const rows: Row[] = sites.map(({ id, name, domain }, place) => ({
    id,
    name,
    detail: domain,
    ...(place < MAX_DIGIT_KEYS ? { digit: String(place + 1) } : {}),
  }));
  return (
    <Opener
      opens="menu"
      className={styles.switcher}
      isOpen={isOpen}
      onOpenChange={setOpen}
      onNear={load}
      button={
        <>
          {face}
          <Icon name="chevron" />
        </>
      }
    >
      {(opening) => (
        <SwitcherChoices
          opening={opening}
          label={t`Search sites`}
          rows={isAdmin(org.role) ? [...rows, { id: ADD, name: t`Add a site`, detail: "" }] : rows}
          onChoose={(id) =>
            void (id === ADD
              ? navigate({ to: "/orgs/$orgId/sites/new", params: { orgId: org.id } })
              : navigate({ to: "/sites/$siteId/overview", params: { siteId: id }, search: forAnotherSite }))
          }
        />
      )}
    </Opener>
  );
}

export function OrganizationSwitcher({
  organizations,
  org,
}: {
  organizations: readonly Schemas["MyOrganization"][];
  org: Schemas["MyOrganization"];
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const roles = useRoleNames();
  const rows = organizations.map(({ id, name, role }) => ({ id, name, detail: roles[role] }));
  return (
    <Opener
      opens="menu"
      className={`${styles.switcher ?? ""} ${styles.slim ?? ""}`}
      onNear={load}
      button={
        <>
          <Icon name="organization" />
          <span className={styles.text}>{org.name}</span>
          <Icon name="chevron" />
        </>
      }
    >
      {(opening) => (
        <SwitcherChoices
          opening={opening}
          rows={rows}
          label={t`Search organizations`}
          onChoose={(orgId) => void navigate({ to: "/orgs/$orgId/sites", params: { orgId } })}
        />
      )}
    </Opener>
  );
}
