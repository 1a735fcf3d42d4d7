// The table of pages. Only the rows in view are in the document, so that a long table stays fast; more rows are loaded
// before the end is reached.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";

import type { Schemas } from "../../api/client";
import { sortedBy } from "../../ui/tables/sort";
import { Table, type Columns } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms, useClock } from "../../words/forms";
import { usePlatformName } from "../shared/platforms/platforms";
import { canRankChanges } from "../shared/analytics/queries";
import { RowChange } from "../shared/analytics/RowChange";
import type { PageSort, PagesSearch } from "../shared/analytics/search";
import { decodedPath } from "../../words/paths";
import styles from "./PageTable.module.css";

const ROW_PX = 48;
const ROWS_BEYOND_VIEW = 10;
const MINUTE_MS = 60_000;
const DEFAULT_SORT: PageSort = "asks";

type Row = Schemas["PageItem"];

interface PageTableProps {
  siteId: string;
  search: PagesSearch;
  rows: readonly Row[];
  /** Null if more rows can be loaded. */
  total: number | null;
  isStale: boolean;
  onEnd: () => void;
}

export function PageTable({ siteId, search, rows, total, isStale, onEnd }: PageTableProps) {
  const place = useRef<HTMLTableElement>(null);
  const hasReads = rows.some(({ reads }) => reads !== null);
  const columns = useColumns(siteId, search, hasReads);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    setAbove(place.current === null ? 0 : place.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: ROWS_BEYOND_VIEW,
    scrollMargin: above,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const isAtEnd = last !== undefined && last.index >= rows.length - ROWS_BEYOND_VIEW;
  useEffect(() => {
    if (isAtEnd) onEnd();
  });
  return (
    <div className={styles.room}>
      <Table
        className={styles.table}
        isInScrollBox
        isStale={isStale}
        data-sort={search.sort}
        columns={columns}
        rows={items.flatMap(({ index }) => rows[index] ?? [])}
        idOf={({ path }) => path ?? ""}
        view={{
          ref: place,
          total,
          first: first?.index ?? 0,
          beforePx: first === undefined ? 0 : first.start - above,
          afterPx: last === undefined ? 0 : virtual.getTotalSize() - (last.end - above),
        }}
      />
    </div>
  );
}

/** No citation, no view and no read belongs to an assistant: with that filter, their columns would be unfiltered. */
function hasAllColumns({ platform }: PagesSearch): boolean {
  return platform === undefined;
}

/** The same object until the words, the question or the minute change, so that rows in view are not drawn again. */
function useColumns(siteId: string, search: PagesSearch, hasReads: boolean): Columns<Row> {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  const platformName = usePlatformName();
  const sorted = search.sort ?? DEFAULT_SORT;
  // The API's default order: addresses ascending, everything else descending.
  const order = search.order ?? (sorted === "path" ? "asc" : "desc");
  const sort = (id: PageSort) => {
    const usual = id === "path" ? "asc" : "desc";
    const next = id === sorted ? (order === "asc" ? "desc" : "asc") : usual;
    return sortedBy(id === sorted ? (order === "asc" ? "ascending" : "descending") : undefined, (words) => (
      <Link
        from="/sites/$siteId/pages"
        to="/sites/$siteId/pages"
        params={{ siteId }}
        className={table.sort}
        activeProps={{}}
        activeOptions={{ exact: true }}
        resetScroll={false}
        search={(now) => ({
          ...now,
          sort: id === DEFAULT_SORT ? undefined : id,
          order: next === usual ? undefined : next,
        })}
      >
        {words}
      </Link>
    ));
  };
  return useMemo(
    (): Columns<Row> => [
      {
        head: search.by === "folder" ? t`Folder` : t`Page`,
        sort: sort("path"),
        cellClass: styles.page,
        cell: (row) => <Name siteId={siteId} row={row} />,
      },
      {
        head: t`AI asks`,
        sort: sort("asks"),
        cell: (row) => (
          <>
            {forms.number(asksOf(row))}
            {row.topPlatform === null ? null : <small className={table.wide}>{platformName(row.topPlatform)}</small>}
          </>
        ),
      },
      !canRankChanges(search)
        ? null
        : {
            head: t`Change`,
            sort: sort("change"),
            className: styles.change,
            cell: (row) => <RowChange value={asksOf(row)} before={row} />,
          },
      {
        head: t`Questions`,
        sort: sort("questionClicks"),
        className: styles.fifth,
        cell: ({ questionClicks }) => forms.number(questionClicks),
      },
      {
        head: t`Visits from AI`,
        sort: sort("aiReferrals"),
        className: styles.fourth,
        cell: ({ aiReferrals }) => forms.number(aiReferrals),
      },
      ...(hasAllColumns(search) ? [...unfiltered(), ...(hasReads ? ofReads() : [])] : []),
      {
        head: t`Last click`,
        sort: sort("lastClickAt"),
        className: styles.seventh,
        cell: ({ lastClickAt }) => (lastClickAt === null ? "–" : forms.ago(lastClickAt, clock)),
      },
    ],
    // The other functions change with the language alone, and then `t` does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [siteId, search, hasReads, t, forms, clock],
  );
  /** What crawlers read, by the log of the site's server. Purposes are never added to each other. */
  function ofReads(): Columns<Row> {
    const count = (value: number | undefined): string => (value === undefined ? "–" : forms.number(value));
    return [
      { head: t`Reads for an index`, className: styles.index, cell: ({ reads }) => count(reads?.search) },
      { head: t`Reads for a person`, className: styles.person, cell: ({ reads }) => count(reads?.user) },
      { head: t`Reads for training`, className: styles.training, cell: ({ reads }) => count(reads?.training) },
      { head: t`Reads by agents`, className: styles.agents, cell: ({ reads }) => count(reads?.agent) },
      {
        head: t`Last read`,
        className: styles.read,
        cell: ({ lastReadAt }) => (lastReadAt === null ? "–" : forms.ago(lastReadAt, clock)),
      },
    ];
  }
  /** The columns that no assistant filters. */
  function unfiltered(): Columns<Row> {
    return [
      search.by === "folder"
        ? {
            head: t`Citations`,
            sort: sort("citations"),
            className: styles.third,
            cell: ({ citations }) => forms.number(citations),
          }
        : {
            head: t`Cited`,
            sort: sort("citations"),
            className: styles.third,
            title: ({ interval95 }) =>
              interval95 === null ? undefined : t`95% interval ${forms.interval(interval95.low, interval95.high)}`,
            cell: ({ citationShare }) => (citationShare === null ? "–" : forms.percent(citationShare)),
          },
      {
        head: t`Views`,
        sort: sort("views"),
        className: styles.views,
        cell: ({ views }) => forms.number(views),
      },
      {
        head: t`Asks per 100 views`,
        sort: sort("clickRate"),
        className: styles.sixth,
        cell: ({ clickRate }) => (clickRate === null ? "–" : forms.decimal(clickRate * 100)),
      },
    ];
  }
}

function asksOf({ aiClicks, questionClicks }: Row): number {
  return aiClicks + questionClicks;
}

/** A click on a page opens it next to the table; a click on a folder filters the list to its pages. */
function Name({ siteId, row: { path, title } }: { siteId: string; row: Row }) {
  if (path === null)
    return (
      <>
        <span>
          <Trans>Other pages</Trans>
        </span>
        <small>
          <Trans>New pages above the daily limit, and pages whose address is no longer stored</Trans>
        </small>
      </>
    );
  const isFolder = path.endsWith("/**");
  return (
    <>
      <Link
        from="/sites/$siteId/pages"
        to="/sites/$siteId/pages"
        params={{ siteId }}
        className={table.cover}
        title={path}
        resetScroll={isFolder}
        search={(now: PagesSearch) =>
          isFolder ? { ...now, page: path, by: undefined, q: undefined } : { ...now, open: path }
        }
      >
        {decodedPath(path)}
      </Link>
      {isFolder ? null : <small>{title === null || title === "" ? <Trans>Untitled</Trans> : title}</small>}
    </>
  );
}
