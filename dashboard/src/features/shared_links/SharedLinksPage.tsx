// `/orgs/:orgId/shared-links`: the shared links of all the organization's sites.

import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQueries } from "@tanstack/react-query";
import { useState } from "react";

import { sitesQuery } from "../../api/queries";
import type { Organization } from "../../shell/place";
import { MembersOnly } from "../../shell/RoleGate";
import { Button } from "../../ui/elements/Button";
import { NotLoaded } from "../../ui/loading/Loaded";
import { Bar, Card, Empty, PageHead } from "../../ui/page/page";
import table from "../../ui/tables/table.module.css";
import { LinkDialogs } from "../shared/shared_links/LinkDialogs";
import { LinkTable } from "../shared/shared_links/LinkTable";
import { sharedLinksQuery, type SharedLink } from "../shared/shared_links/queries";

/** The number of sites whose links are requested at once. */
const SITES_AT_ONCE = 25;

export function SharedLinksPage() {
  const { t } = useLingui();
  return (
    <MembersOnly
      title={t`You don’t have access to shared links`}
      why={t`Members, admins and owners can share figures. Ask one of them.`}
    >
      {(org) => <SharedLinksOf key={org.id} org={org} />}
    </MembersOnly>
  );
}

function SharedLinksOf({ org }: { org: Organization }) {
  const { t } = useLingui();
  const [shown, setShown] = useState(SITES_AT_ONCE);
  const [changed, setChanged] = useState<SharedLink | null>(null);
  const [ending, setEnding] = useState<SharedLink | null>(null);
  const sites = useInfiniteQuery(sitesQuery(org.id));
  const asked = (sites.data ?? []).slice(0, shown);
  const lists = useQueries({ queries: asked.map(({ id }) => sharedLinksQuery(id)) });
  const failed = [sites, ...lists].find(({ error }) => error !== null);
  const isLoading = sites.data === undefined || lists.some(({ data }) => data === undefined);
  const links = lists.flatMap(({ data }) => data?.items ?? []);
  const names = new Map(asked.map(({ id, name }) => [id, name]));
  const hasMore = (sites.data?.length ?? 0) > shown;
  return (
    <>
      <PageHead
        title={t`Shared links`}
        guide="sharing"
        help={<Trans>Everyone who has a link sees the figures that it shows, without an account.</Trans>}
      />
      <Card label={t`Shared links`}>
        {failed !== undefined || isLoading ? (
          <NotLoaded error={failed?.error ?? null} refetch={() => failed?.refetch()} />
        ) : links.length === 0 && !hasMore ? (
          <Empty title={t`No shared links`}>
            <Trans>Create one in the settings of a site, under “Shared links”.</Trans>
          </Empty>
        ) : (
          <LinkTable links={links} siteNames={names} onChange={setChanged} onEnd={setEnding} />
        )}
        {hasMore ? (
          <div className={table.caption}>
            <Bar>
              <Button
                onPress={() => {
                  setShown(shown + SITES_AT_ONCE);
                }}
              >
                <Trans>Show links of more sites</Trans>
              </Button>
            </Bar>
          </div>
        ) : null}
      </Card>
      <LinkDialogs changed={changed} ending={ending} onChanged={setChanged} onEnding={setEnding} />
    </>
  );
}
