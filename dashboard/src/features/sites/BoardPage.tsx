// `/orgs/:orgId/sites`: one row per site. By default, sites with problems come first.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";

import { api, askWhole, type Schemas } from "../../api/client";
import { readAllPages } from "../../api/all_pages";
import { isAdmin } from "../../shell/navigation";
import { usePlace } from "../../shell/place";
import { Avatar } from "../../ui/elements/Avatar";
import { Button, LinkButton } from "../../ui/elements/Button";
import { Sparkline } from "../../ui/charts/Sparkline";
import { Icon } from "../../ui/elements/Icon";
import { Card, Empty, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { UrlSearchField } from "../../ui/fields/UrlSearchField";
import segments from "../../ui/fields/Segments.module.css";
import { sortedBy } from "../../ui/tables/sort";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import { Change } from "../shared/analytics/Change";
import { BOARD_PERIODS, type BoardSearch, type BoardSort } from "../shared/analytics/search";
import { TableDownload } from "../shared/files/TableDownload";
import { AttentionTag } from "./AttentionTag";
import styles from "./BoardPage.module.css";
import { ROWS, boardQuery, boardParams } from "./queries";

export function BoardPage() {
  const { t } = useLingui();
  const { orgId } = useParams({ from: "/shell/orgs/$orgId/sites" });
  const search = useSearch({ from: "/shell/orgs/$orgId/sites" });
  const navigate = useNavigate();
  const { org } = usePlace();
  const mayAdd = isAdmin(org?.role);
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    boardQuery(orgId, search),
  );
  const { sites, total = 0 } = data ?? {};
  /** Whether there are no sites at all, so that search and period are not shown. */
  const isBare = sites !== undefined && total === 0 && search.q === undefined;
  return (
    <>
      <PageHead
        title={t`All sites`}
        guide="dashboard#which-of-my-sites-needs-attention"
        help={<Trans>All sites that you can see. By default, sites that need attention come first.</Trans>}
      >
        {isBare ? null : (
          <UrlSearchField
            label={t`Search sites`}
            query={search.q ?? ""}
            onSearch={(q) =>
              void navigate({
                from: "/orgs/$orgId/sites",
                to: "/orgs/$orgId/sites",
                params: { orgId },
                search: (now: BoardSearch) => ({ ...now, q }),
                replace: search.q !== undefined,
              })
            }
          />
        )}
        {isBare ? null : <Periods orgId={orgId} search={search} />}
        {mayAdd && total > 0 ? <AddSite orgId={orgId} /> : null}
      </PageHead>
      <Card label={t`All sites`}>
        <Loaded
          query={{ data: sites, error, refetch }}
          empty={
            search.q !== undefined ? (
              <Empty
                title={t`No sites match`}
                action={
                  <LinkButton to="/orgs/$orgId/sites" params={{ orgId }} search={{ ...search, q: undefined }}>
                    <Trans>Show all</Trans>
                  </LinkButton>
                }
              >
                <Trans>Names and domains are searched. Try fewer letters.</Trans>
              </Empty>
            ) : (
              <Empty title={t`No sites yet`} action={mayAdd ? <AddSite orgId={orgId} /> : null}>
                {mayAdd ? (
                  <Trans>Three steps: the domain, one line of HTML, and the first visit.</Trans>
                ) : org !== undefined && org.siteIds !== null ? (
                  <Trans>You don’t have access to any site yet. Ask an admin of your organization.</Trans>
                ) : (
                  <Trans>Ask an admin of your organization to add the first one.</Trans>
                )}
              </Empty>
            )
          }
        >
          {(sites) => (
            <>
              <Board orgId={orgId} search={search} sites={sites} isStale={isPlaceholderData} />
              <div className={`${table.caption} ${styles.foot}`}>
                <Plural value={total} one="# site" other="# sites" />
                <span className={styles.acts}>
                  {hasNextPage ? (
                    <Button isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
                      <Trans>Show more</Trans>
                    </Button>
                  ) : null}
                  <Download orgId={orgId} search={search} orgName={org?.name ?? ""} />
                </span>
              </div>
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

/** Downloads all sites that match the search, in the shown order. */
function Download({ orgId, search, orgName }: { orgId: string; search: BoardSearch; orgName: string }) {
  const { t } = useLingui();
  const rows = () => {
    const question = boardParams(orgId, search);
    return readAllPages(ROWS, (page) =>
      askWhole(api.GET("/api/v1/analytics/overview", { params: { query: { ...question, ...page } } })),
    );
  };
  const install: Record<Schemas["SitesOverviewSite"]["install"]["status"], string> = {
    installed: t`works`,
    stale: t`not seen for a week`,
    pending: t`waiting for the first event`,
    error: t`has a problem`,
  };
  const days = String(boardParams(orgId, search).days);
  return (
    <TableDownload
      owner={orgName}
      content={t`sites, last ${days} days,`}
      filters={search.q === undefined ? [] : [[t`Search`, search.q]]}
      rows={rows}
      columns={[
        { heading: t`Site`, of: (one) => one.name },
        { heading: t`Domain`, of: (one) => one.domain },
        { heading: t`Widget`, of: (one) => install[one.install.status] },
        { heading: t`AI asks`, kind: "number", of: (one) => one.asks },
        { heading: t`AI asks in the period before`, kind: "number", of: (one) => one.previous.asks },
        { heading: t`Visits from AI`, kind: "number", of: (one) => one.aiReferrals },
        { heading: t`Shares`, kind: "number", of: (one) => one.shares },
        { heading: t`Views`, kind: "number", of: (one) => one.views },
        {
          heading: t`Citation rate`,
          meaning: t`The share of engines’ answers that cite the site.`,
          kind: "share",
          of: (one) => one.citationRate,
        },
        {
          heading: t`Citation rate: low end of the 95% interval`,
          kind: "share",
          of: (one) => one.interval95?.low ?? null,
        },
        {
          heading: t`Citation rate: high end of the 95% interval`,
          kind: "share",
          of: (one) => one.interval95?.high ?? null,
        },
        { heading: t`ID`, of: (one) => one.siteId },
      ]}
    />
  );
}

function AddSite({ orgId }: { orgId: string }) {
  return (
    <LinkButton look="primary" to="/orgs/$orgId/sites/new" params={{ orgId }}>
      <Icon name="plus" />
      <Trans>Add a site</Trans>
    </LinkButton>
  );
}

function Periods({ orgId, search }: { orgId: string; search: BoardSearch }) {
  const { t } = useLingui();
  const names: Record<(typeof BOARD_PERIODS)[number], string> = { 7: t`7 days`, 30: t`30 days`, 90: t`90 days` };
  return (
    <div className={segments.segments} role="group" aria-label={t`Period`}>
      {BOARD_PERIODS.map((days) => (
        <Link
          key={days}
          from="/orgs/$orgId/sites"
          to="/orgs/$orgId/sites"
          params={{ orgId }}
          className={segments.segment}
          activeProps={{}}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={days === (search.days ?? 30) ? "true" : undefined}
          search={(now: BoardSearch) => ({ ...now, days: days === 30 ? undefined : days })}
        >
          {names[days]}
        </Link>
      ))}
    </div>
  );
}

function Board({
  orgId,
  search,
  sites,
  isStale,
}: {
  orgId: string;
  search: BoardSearch;
  sites: readonly Schemas["SitesOverviewSite"][];
  isStale: boolean;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const sorted = search.sort ?? "attention";
  const sort = (by: BoardSort) =>
    sortedBy(
      by !== sorted ? undefined : by === "asks" ? "descending" : "ascending",
      (words) => (
        <Link
          from="/orgs/$orgId/sites"
          to="/orgs/$orgId/sites"
          params={{ orgId }}
          className={table.sort}
          activeProps={{}}
          resetScroll={false}
          activeOptions={{ exact: true }}
          search={(now: BoardSearch) => ({ ...now, sort: by === "attention" ? undefined : by })}
        >
          {words}
        </Link>
      ),
      "down",
    );
  const days = search.days ?? 30;
  return (
    <Table
      className={styles.board}
      isStale={isStale}
      rows={sites}
      idOf={({ siteId }) => siteId}
      columns={[
        { head: t`Site`, sort: sort("name"), cell: (site) => <Name site={site} days={search.days} /> },
        {
          head: t`Needs attention`,
          kind: "text",
          className: styles.attention,
          sort: sort("attention"),
          cell: (site) => <AttentionTag site={site} />,
        },
        {
          head: t`AI asks, ${days} days`,
          kind: "text",
          className: styles.far,
          cell: (site) => (isEmpty(site) ? null : <Sparkline values={site.series.map(({ value }) => value)} />),
        },
        {
          head: t`AI asks`,
          sort: sort("asks"),
          cell: (site) => (
            <>
              <strong>{forms.number(site.asks)}</strong>
              {isEmpty(site) ? null : (
                <small>
                  <Change value={site.asks} old={site.previous.asks} isClear={site.previous.clearChanges.asks} />
                </small>
              )}
            </>
          ),
        },
        { head: t`Visits from AI`, from: 640, cell: ({ aiReferrals }) => forms.number(aiReferrals) },
        {
          head: t`Citation rate`,
          from: 640,
          title: ({ interval95 }) =>
            interval95 === null ? undefined : t`95% interval ${forms.interval(interval95.low, interval95.high)}`,
          cell: ({ citationRate }) => (citationRate === null ? "–" : forms.percent(citationRate)),
        },
      ]}
    />
  );
}

type Site = Schemas["SitesOverviewSite"];

function isEmpty({ install }: Site): boolean {
  return install.status === "pending";
}

function Name({ site, days }: { site: Site; days: number | undefined }) {
  const { siteId, name, domain } = site;
  return (
    <>
      <span className={table.named}>
        <Avatar name={name} seed={siteId} />
        <span className={styles.site}>
          <Link to="/sites/$siteId/overview" params={{ siteId }} search={{ days }} className={table.cover}>
            {name}
          </Link>
          <small>{domain}</small>
        </span>
      </span>
      <span className={styles.near}>
        <AttentionTag site={site} />
      </span>
    </>
  );
}
