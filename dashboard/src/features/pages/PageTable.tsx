// The table of pages. Only the rows in view are in the document, so that a long table stays fast; more rows are loaded
// before the end is reached.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { Schemas } from "../../api/client";
import { Icon } from "../../ui/elements/Icon";
import table from "../../ui/tables/table.module.css";
import { useForms, useClock, type Clock } from "../../words/forms";
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

interface PageTableProps {
  siteId: string;
  search: PagesSearch;
  rows: readonly Schemas["PageItem"][];
  /** Null if more rows can be loaded. */
  total: number | null;
  isStale: boolean;
  onEnd: () => void;
}

export function PageTable({ siteId, search, rows, total, isStale, onEnd }: PageTableProps) {
  const place = useRef<HTMLTableElement>(null);
  const clock = useClock(MINUTE_MS);
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
  const before = first === undefined ? 0 : first.start - above;
  const after = last === undefined ? 0 : virtual.getTotalSize() - (last.end - above);
  return (
    <div className={styles.room}>
      <table
        ref={place}
        className={`${table.table} ${styles.table}`}
        aria-rowcount={total === null ? -1 : total + 1}
        data-stale={isStale || undefined}
        data-sort={search.sort}
      >
        <Head siteId={siteId} search={search} />
        <tbody>
          {before > 0 ? <Spacer height={before} /> : null}
          {items.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <Row
                key={row.path ?? ""}
                siteId={siteId}
                row={row}
                index={index + 2}
                clock={clock}
                isCompared={canRankChanges(search)}
                cited={!hasAllColumns(search) ? null : search.by === "folder" ? "count" : "share"}
              />
            );
          })}
          {after > 0 ? <Spacer height={after} /> : null}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Fills the height of rows that are not in the document. A single cell in the first column, because a cell that spans
 * hidden columns would show them.
 */
function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden="true">
      <td className={styles.gap} style={{ height }} />
    </tr>
  );
}

/** No citation and no view belongs to an assistant: with that filter, their columns would be unfiltered. */
function hasAllColumns({ platform }: PagesSearch): boolean {
  return platform === undefined;
}

function Head({ siteId, search }: { siteId: string; search: PagesSearch }) {
  const { t } = useLingui();
  const columns: (readonly [PageSort, string, string | undefined])[] = [
    ["path", search.by === "folder" ? t`Folder` : t`Page`, undefined],
    ["asks", t`AI asks`, undefined],
    ...(canRankChanges(search) ? [["change", t`Change`, styles.change] as const] : []),
    ["questionClicks", t`Questions`, styles.fifth],
    ["aiReferrals", t`Visits from AI`, styles.fourth],
    ...(hasAllColumns(search)
      ? [["citations", search.by === "folder" ? t`Citations` : t`Cited`, styles.third] as const]
      : []),
    ...(hasAllColumns(search)
      ? [["views", t`Views`, styles.views] as const, ["clickRate", t`Asks per 100 views`, styles.sixth] as const]
      : []),
    ["lastClickAt", t`Last click`, styles.seventh],
  ];
  const sort = search.sort ?? DEFAULT_SORT;
  // The API's default order: addresses ascending, everything else descending.
  const order = search.order ?? (sort === "path" ? "asc" : "desc");
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(([id, words, importance]) => {
          const isSorted = id === sort;
          const usual = id === "path" ? "asc" : "desc";
          const next = isSorted ? (order === "asc" ? "desc" : "asc") : usual;
          return (
            <th
              key={id}
              scope="col"
              className={importance}
              aria-sort={isSorted ? (order === "asc" ? "ascending" : "descending") : undefined}
            >
              <Link
                from="/sites/$siteId/pages"
                to="/sites/$siteId/pages"
                params={{ siteId }}
                className={styles.sort}
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
                {isSorted ? <Icon name={order === "asc" ? "up" : "down"} /> : null}
              </Link>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A click on a page opens it next to the table; a click on a folder filters the list to its pages. */
function Name({ siteId, path }: { siteId: string; path: string | null }) {
  if (path === null)
    return (
      <span>
        <Trans>Other pages</Trans>
      </span>
    );
  const isFolder = path.endsWith("/**");
  return (
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
  );
}

/** Memoized, so that rows that stay in view are not rendered again when others are added. */
const Row = memo(function Row({
  siteId,
  row,
  index,
  clock,
  isCompared,
  cited,
}: {
  siteId: string;
  row: Schemas["PageItem"];
  index: number;
  clock: Clock;
  isCompared: boolean;
  /**
   * What the column of citations holds: the share of answers, or in the list of folders their number. Null if neither
   * citations nor views can be filtered.
   */
  cited: "share" | "count" | null;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const platformName = usePlatformName();
  const { title, topPlatform, lastClickAt, clickRate, interval95 } = row;
  return (
    <tr aria-rowindex={index} className={table.whole}>
      <th scope="row" className={styles.page}>
        <Name siteId={siteId} path={row.path} />
        {row.path?.endsWith("/**") === true ? null : (
          <small>
            {row.path === null ? (
              <Trans>New pages above the daily limit, and pages whose address is no longer stored</Trans>
            ) : title === null || title === "" ? (
              <Trans>Untitled</Trans>
            ) : (
              title
            )}
          </small>
        )}
      </th>
      <td>
        {forms.number(row.aiClicks + row.questionClicks)}
        {topPlatform === null ? null : <small className={table.wide}>{platformName(topPlatform)}</small>}
      </td>
      {isCompared ? (
        <td className={styles.change}>
          <RowChange value={row.aiClicks + row.questionClicks} before={row} />
        </td>
      ) : null}
      <td className={styles.fifth}>{forms.number(row.questionClicks)}</td>
      <td className={styles.fourth}>{forms.number(row.aiReferrals)}</td>
      {cited === null ? null : cited === "count" ? (
        <td className={styles.third}>{forms.number(row.citations)}</td>
      ) : (
        <td
          className={styles.third}
          title={interval95 === null ? undefined : t`95% interval ${forms.interval(interval95.low, interval95.high)}`}
        >
          {row.citationShare === null ? "–" : forms.percent(row.citationShare)}
        </td>
      )}
      {cited === null ? null : (
        <>
          <td className={styles.views}>{forms.number(row.views)}</td>
          <td className={styles.sixth}>{clickRate === null ? "–" : forms.decimal(clickRate * 100)}</td>
        </>
      )}
      <td className={styles.seventh}>{lastClickAt === null ? "–" : forms.ago(lastClickAt, clock)}</td>
    </tr>
  );
});
