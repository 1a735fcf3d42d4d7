// From one site, or one organization, to another. A list with a search in it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import {
  Autocomplete, Button as AriaButton, Input, Menu, MenuItem, MenuTrigger, Popover, SearchField, useFilter,
} from "react-aria-components";

import type { Schemas } from "../api/client";
import { sitesQuery, type SiteFace } from "../api/queries";
import { Icon } from "../ui/Icon";
import { Avatar } from "../ui/Avatar";
import { useRoleNames } from "../words/roles";
import { isAdmin } from "./navigation";
import { lastSite, type Place } from "./place";
import styles from "./switchers.module.css";

/** Fewer than this are seen at a glance. */
const SEARCH_FROM = 6;
/** The row that is no site. */
const ADD = "add";

/** Every site of the organization: a switcher that hides the 201st is none. Asked for where they are looked at. */
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

interface Row {
  id: string;
  name: string;
  detail: string;
  /** The key that leads there from anywhere. */
  digit?: string;
}

/** Sites that a digit leads to. */
const DIGITS_MOST = 9;

function Choices({ rows, label, onChoose }: { rows: readonly Row[]; label: string; onChoose: (id: string) => void }) {
  const { contains } = useFilter({ sensitivity: "base" });
  const menu = (
    <Menu className={styles.list} items={rows} aria-label={label} onAction={(key) => { onChoose(String(key)); }} renderEmptyState={() => <p className={styles.none}><Trans>Nothing found</Trans></p>}>
      {({ id, name, detail, digit }) => (
        <MenuItem id={id} textValue={`${name} ${detail}`} className={styles.option}>
          {id === ADD ? <Icon name="plus" /> : <Avatar name={name} seed={id} />}
          <span className={styles.text}>{name}<small>{detail}</small></span>
          {digit === undefined ? null : <kbd>{digit}</kbd>}
        </MenuItem>
      )}
    </Menu>
  );
  if (rows.length <= SEARCH_FROM) return menu;
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={label} autoFocus className={styles.search}><Icon name="search" /><Input placeholder={label} /></SearchField>
      {menu}
    </Autocomplete>
  );
}

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
  const rows: Row[] = sites.map(({ id, name, domain }, place) => ({ id, name, detail: domain, ...(place < DIGITS_MOST ? { digit: String(place + 1) } : {}) }));
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={styles.switcher}>
        {site === undefined ? <Icon name="all" /> : <Avatar name={site.name} seed={site.id} />}
        <span className={styles.text}>{site === undefined ? t`Choose a site` : <>{site.name} <small>{site.domain}</small></>}</span>
        <Icon name="chevron" />
      </AriaButton>
      <Popover className={styles.popover} placement="bottom start">
        <Choices rows={isAdmin(org.role) ? [...rows, { id: ADD, name: t`Add a site`, detail: "" }] : rows} label={t`Find a site`} onChoose={(id) => void (id === ADD ? navigate({ to: "/orgs/$orgId/sites/new", params: { orgId: org.id } }) : navigate({ to: "/sites/$siteId/overview", params: { siteId: id } }))} />
      </Popover>
    </MenuTrigger>
  );
}

export function OrganizationSwitcher({ organizations, org }: { organizations: readonly Schemas["MyOrganization"][]; org: Schemas["MyOrganization"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const roles = useRoleNames();
  const rows = organizations.map(({ id, name, role }) => ({ id, name, detail: roles[role] }));
  return (
    <MenuTrigger>
      <AriaButton className={`${styles.switcher} ${styles.slim}`}>
        <Icon name="organization" />
        <span className={styles.text}>{org.name}</span>
        <Icon name="chevron" />
      </AriaButton>
      <Popover className={styles.popover} placement="bottom start">
        <Choices rows={rows} label={t`Find an organization`} onChoose={(orgId) => void navigate({ to: "/orgs/$orgId/sites", params: { orgId } })} />
      </Popover>
    </MenuTrigger>
  );
}
