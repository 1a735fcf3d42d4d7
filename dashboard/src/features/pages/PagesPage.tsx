// `/sites/:siteId/pages`: every page or folder, with what readers did there. Search, order and period are in the
// address.

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";

import { Card, Empty, PageHead } from "../../ui/page/page";
import { part } from "../../ui/loading/part";
import { Loaded } from "../../ui/loading/Loaded";
import segments from "../../ui/fields/Segments.module.css";
import { segmentLink } from "../../ui/fields/segment_link";
import { UrlSearchField } from "../../ui/fields/UrlSearchField";
import tableStyles from "../../ui/tables/table.module.css";
import { PeriodBar } from "../shared/period/PeriodBar";
import { NoFigures } from "../shared/analytics/NoFigures";
import { canRankChanges, pagesQuery, pagesQueryOf } from "../shared/analytics/queries";
import type { PagesSearch } from "../shared/analytics/search";
import { TableFiles } from "../shared/analytics/TableFiles";
import { PageTable } from "./PageTable";

const PageSheet = part(() => import("./PageSheet").then(({ PageSheet: component }) => component));

export function PagesPage() {
  const { t } = useLingui();
  const { siteId } = useParams({ from: "/shell/sites/$siteId/pages" });
  const search = useSearch({ from: "/shell/sites/$siteId/pages" });
  const navigate = useNavigate();
  const { data, error, refetch, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    pagesQuery(siteId, search),
  );
  const { rows, total = 0, range } = data ?? {};
  const { q, open } = search;
  return (
    <>
      <PageHead
        title={t`Pages`}
        guide="dashboard#what-changed-where-and-am-i-cited"
        help={<Trans>Activity on each page: views, asks, questions, visits from AI, and citations.</Trans>}
      >
        <UrlSearchField
          label={t`Search pages`}
          query={q ?? ""}
          onSearch={(query) =>
            void navigate({
              from: "/sites/$siteId/pages",
              to: "/sites/$siteId/pages",
              params: { siteId },
              search: (now: PagesSearch) => ({ ...now, q: query }),
              replace: q !== undefined,
            })
          }
        />
        <TableFiles
          siteId={siteId}
          table="pages"
          query={pagesQueryOf(search)}
          rows={search.by === "folder" ? undefined : total}
        />
      </PageHead>
      <PeriodBar page="pages" search={search} range={isPlaceholderData ? undefined : range}>
        <Ranking siteId={siteId} search={search} />
        <GroupBy siteId={siteId} search={search} />
      </PeriodBar>
      <Card label={t`Pages`}>
        <Loaded
          query={{ data: rows, error, refetch }}
          empty={
            q !== undefined ? (
              <Empty title={t`No pages match`}>
                <Trans>Addresses and titles are searched. Try fewer letters, or a longer period.</Trans>
              </Empty>
            ) : (
              <NoFigures title={t`No pages in this period`} search={search}>
                <Trans>Pages with the widget appear here after a reader opens them.</Trans>
              </NoFigures>
            )
          }
        >
          {(rows) => (
            <>
              <PageTable
                siteId={siteId}
                search={search}
                rows={rows}
                isStale={isPlaceholderData}
                total={hasNextPage ? null : rows.length}
                onEnd={() => {
                  if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
                }}
              />
              {search.by === "folder" || q !== undefined ? null : (
                <p className={tableStyles.caption}>
                  <Plural value={total} one="# page" other="# pages" />
                </p>
              )}
            </>
          )}
        </Loaded>
      </Card>
      {open === undefined ? null : (
        <PageSheet
          siteId={siteId}
          search={search}
          path={open}
          onClose={() =>
            void navigate({
              from: "/sites/$siteId/pages",
              to: "/sites/$siteId/pages",
              params: { siteId },
              search: (now: PagesSearch) => ({ ...now, open: undefined }),
              resetScroll: false,
            })
          }
        />
      )}
    </>
  );
}

/** The order in which most people read pages: the most asked about, or those that rose or fell most. */
function Ranking({ siteId, search }: { siteId: string; search: PagesSearch }) {
  const { t } = useLingui();
  if (!canRankChanges(search)) return null;
  const isFalling = search.order === "asc";
  const choice = (isChosen: boolean, words: string, sort: "change" | undefined, order: "asc" | undefined) => (
    <Link
      from="/sites/$siteId/pages"
      to="/sites/$siteId/pages"
      params={{ siteId }}
      {...segmentLink(isChosen)}
      search={(now: PagesSearch) => ({ ...now, sort, order })}
    >
      {words}
    </Link>
  );
  return (
    <div className={segments.segments} role="group" aria-label={t`Order`}>
      {choice(search.sort === undefined && !isFalling, t`Top`, undefined, undefined)}
      {choice(search.sort === "change" && !isFalling, t`Rising`, "change", undefined)}
      {choice(search.sort === "change" && isFalling, t`Falling`, "change", "asc")}
    </div>
  );
}

function GroupBy({ siteId, search }: { siteId: string; search: PagesSearch }) {
  const { t } = useLingui();
  const choice = (by: "folder" | undefined, words: string) => (
    <Link
      from="/sites/$siteId/pages"
      to="/sites/$siteId/pages"
      params={{ siteId }}
      {...segmentLink(by === search.by)}
      search={(now: PagesSearch) => ({ ...now, by })}
    >
      {words}
    </Link>
  );
  return (
    <div className={segments.segments} role="group" aria-label={t`Group pages`}>
      {choice(undefined, t`By page`)}
      {choice("folder", t`By folder`)}
    </div>
  );
}
