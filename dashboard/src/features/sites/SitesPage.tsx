// `/orgs/:orgId/sites`: every site with the state of its widget.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useFilter } from "react-aria-components";

import type { Schemas } from "../../api/client";
import { isAdmin } from "../../shell/navigation";
import { usePlace } from "../../shell/place";
import { Loading } from "../../shell/states";
import { useSites } from "../../shell/switchers";
import { Avatar } from "../../ui/Avatar";
import { LinkButton } from "../../ui/Button";
import { SearchField } from "../../ui/fields";
import { Icon } from "../../ui/Icon";
import { Card, Empty, PageHead, Tag } from "../../ui/page";
import { LoadProblem } from "../../ui/Problem";
import table from "../../ui/table.module.css";
import { useForms, useNow } from "../../words/forms";

const SEARCH_FROM = 6;
const MINUTE_MS = 60_000;

export function SitesPage() {
  const { t } = useLingui();
  const { orgId } = useParams({ from: "/shell/orgs/$orgId/sites" });
  const { org } = usePlace();
  const { data: sites, error, refetch } = useSites(orgId);
  const [sought, setSought] = useState("");
  const { contains } = useFilter({ sensitivity: "base" });
  const found = sites?.filter(({ name, domain }) => contains(`${name} ${domain}`, sought));
  return (
    <>
      <PageHead title={t`All sites`}>
        {isAdmin(org?.role) && sites?.length !== 0 ? <LinkButton to="/orgs/$orgId/sites/new" params={{ orgId }}><Icon name="plus" /><Trans>Add a site</Trans></LinkButton> : null}
        {sites !== undefined && sites.length >= SEARCH_FROM ? <SearchField label={t`Find a site`} value={sought} onChange={setSought} /> : null}
      </PageHead>
      <Card label={t`All sites`}>
        {found === undefined ? (error === null ? <Loading /> : <LoadProblem failure={error} onRetry={() => void refetch()} />) : <Rows sites={found} isFiltered={sought !== ""} orgId={orgId} mayAdd={isAdmin(org?.role)} />}
      </Card>
    </>
  );
}

function Rows({ sites, isFiltered, orgId, mayAdd }: { sites: readonly Schemas["Site"][]; isFiltered: boolean; orgId: string; mayAdd: boolean }) {
  const { t } = useLingui();
  if (sites.length === 0 && isFiltered) return <Empty title={t`No site is called that`} />;
  if (sites.length === 0) {
    return (
      <Empty title={t`No site yet`} action={mayAdd ? <LinkButton look="primary" to="/orgs/$orgId/sites/new" params={{ orgId }}><Icon name="plus" /><Trans>Add a site</Trans></LinkButton> : null}>
        {mayAdd ? <Trans>Three steps: its domain, one line of HTML, and the first reader.</Trans> : <Trans>An admin of your organization adds the first one.</Trans>}
      </Empty>
    );
  }
  return (
    <>
      <table className={table.table}>
        <thead><tr><th scope="col"><Trans>Site</Trans></th><th scope="col" className={table.start}><Trans>Widget</Trans></th><th scope="col" className={table.wide}><Trans>Last seen</Trans></th></tr></thead>
        <tbody>{sites.map((site) => <SiteRow key={site.id} site={site} />)}</tbody>
      </table>
      <p className={table.caption}><Plural value={sites.length} one="# site" other="# sites" /></p>
    </>
  );
}

function SiteRow({ site }: { site: Schemas["Site"] }) {
  const forms = useForms();
  const now = useNow(MINUTE_MS);
  const { lastSeenAt } = site.install;
  return (
    <tr className={table.whole}>
      <th scope="row">
        <span className={table.named}>
          <Avatar name={site.name} seed={site.id} />
          <span><Link to="/sites/$siteId/overview" params={{ siteId: site.id }} className={table.cover}>{site.name}</Link><small>{site.domain}</small></span>
        </span>
      </th>
      <td className={table.start}><InstallTag install={site.install} /></td>
      <td className={table.wide}>{lastSeenAt === null ? "–" : forms.span(lastSeenAt, now)}</td>
    </tr>
  );
}

export function InstallTag({ install }: { install: Schemas["Install"] }) {
  switch (install.status) {
    case "installed": return <Tag tone="good"><Trans>Installed</Trans></Tag>;
    case "stale": return <Tag tone="warn"><Trans>Not seen for a week</Trans></Tag>;
    case "error": return <Tag tone="bad"><Trans>The check found a problem</Trans></Tag>;
    default: return <Tag><Trans>Waiting for the first event</Trans></Tag>;
  }
}
