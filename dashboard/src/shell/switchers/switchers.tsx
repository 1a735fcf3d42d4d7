// Switches between sites and between organizations.

import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import type { Schemas } from "../../api/client";
import { sitesQuery, type SiteFace } from "../../api/queries";
import { Icon } from "../../ui/elements/Icon";
import { Avatar } from "../../ui/elements/Avatar";
import { Opener } from "../../ui/dialogs/Opener";
import { part } from "../../ui/loading/part";
import { preload } from "../../ui/loading/preload";
import { useRoleNames } from "../../words/roles";
import { isAdmin, seesOneSite } from "../navigation";
import { lastSite, type Place } from "../place";
import { ADD, type Row } from "./switcher_rows";
import styles from "./switchers.module.css";

const load = preload(() => import("./SwitcherChoices"));
const SwitcherChoices = part(() => load().then(({ SwitcherChoices: component }) => component));

/** Every site of the organization, also beyond the first page of 200. Loaded when the list opens. */
export function useSites(orgId: string, isWanted = true) {
  const found = useInfiniteQuery({ ...sitesQuery(orgId), enabled: isWanted && orgId !== "" });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return found;
}

/** The site that the pages of the shell lead to: the one in the address, else the last one, else the first. Null without any. */
export function useNearSite(place: Place): string | null {
  const { org, site, siteId } = place;
  const { data: sites = [] } = useSites(org?.id ?? "", siteId === undefined);
  if (org === undefined) return null;
  if (site !== undefined) return site.id;
  const last = lastSite(org.id);
  return (sites.find(({ id }) => id === last) ?? sites[0])?.id ?? null;
}

/** Sites that a digit leads to. */
const DIGITS_MOST = 9;

interface SiteSwitcherProps {
  org: Schemas["MyOrganization"];
  /** Undefined where the address names none, and while the one that it names is not known yet. */
  site: SiteFace | undefined;
  isNamed: boolean;
}

export function SiteSwitcher({ org, site, isNamed }: SiteSwitcherProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { data: sites = site === undefined ? [] : [site] } = useSites(org.id, isOpen || !isNamed);
  if (sites.length === 0 && !isNamed) return null;
  const shown = site ?? (seesOneSite(org) ? sites[0] : undefined);
  const face = (
    <>
      {shown === undefined ? <Icon name="all" /> : <Avatar name={shown.name} seed={shown.id} />}
      <span className={styles.text}>{shown === undefined ? t`Choose a site` : <>{shown.name} <small>{shown.domain}</small></>}</span>
    </>
  );
  if (seesOneSite(org)) return <div className={styles.only}>{face}</div>;
  const rows: Row[] = sites.map(({ id, name, domain }, place) => ({ id, name, detail: domain, ...(place < DIGITS_MOST ? { digit: String(place + 1) } : {}) }));
  return (
    <Opener
      opens="menu" className={styles.switcher} isOpen={isOpen} onOpenChange={setOpen} onNear={load}
      button={(
        <>{face}<Icon name="chevron" /></>
      )}
    >
      {(opening) => (
        <SwitcherChoices
          opening={opening} label={t`Search sites`} rows={isAdmin(org.role) ? [...rows, { id: ADD, name: t`Add a site`, detail: "" }] : rows}
          onChoose={(id) => void (id === ADD ? navigate({ to: "/orgs/$orgId/sites/new", params: { orgId: org.id } }) : navigate({ to: "/sites/$siteId/overview", params: { siteId: id } }))}
        />
      )}
    </Opener>
  );
}

export function OrganizationSwitcher({ organizations, org }: { organizations: readonly Schemas["MyOrganization"][]; org: Schemas["MyOrganization"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const roles = useRoleNames();
  const rows = organizations.map(({ id, name, role }) => ({ id, name, detail: roles[role] }));
  return (
    <Opener
      opens="menu" className={`${styles.switcher ?? ""} ${styles.slim ?? ""}`} onNear={load}
      button={<><Icon name="organization" /><span className={styles.text}>{org.name}</span><Icon name="chevron" /></>}
    >
      {(opening) => <SwitcherChoices opening={opening} rows={rows} label={t`Search organizations`} onChoose={(orgId) => void navigate({ to: "/orgs/$orgId/sites", params: { orgId } })} />}
    </Opener>
  );
}
