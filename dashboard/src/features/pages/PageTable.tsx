// The table of pages. Only rows in view are in the document, so that ten thousand are as quick as ten; the next ones come
// before the end is reached.

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { Schemas } from "../../api/client";
import { Icon } from "../../ui/Icon";
import table from "../../ui/table.module.css";
import { useForms, useNow } from "../../words/forms";
import { usePlatformName } from "../analytics/platforms";
import type { PageSort, PagesSearch } from "../analytics/search";
import styles from "./PageTable.module.css";

const ROW_PX = 48;
const ROWS_BEYOND_VIEW = 10;
const MINUTE_MS = 60_000;
const SORT_USUAL: PageSort = "asks";

interface PageTableProps {
  siteId: string;
  search: PagesSearch;
  rows: readonly Schemas["PageItem"][];
  /** Null while there are more than are here. */
  total: number | null;
  isStale: boolean;
  onEnd: () => void;
}

export function PageTable({ siteId, search, rows, total, isStale, onEnd }: PageTableProps) {
  const place = useRef<HTMLTableElement>(null);
  const now = useNow(MINUTE_MS);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => { setAbove(place.current === null ? 0 : place.current.getBoundingClientRect().top + window.scrollY); }, []);
  const virtual = useWindowVirtualizer({ count: rows.length, estimateSize: () => ROW_PX, overscan: ROWS_BEYOND_VIEW, scrollMargin: above });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const isAtEnd = last !== undefined && last.index >= rows.length - ROWS_BEYOND_VIEW;
  useEffect(() => { if (isAtEnd) onEnd(); });
  const before = first === undefined ? 0 : first.start - above;
  const after = last === undefined ? 0 : virtual.getTotalSize() - (last.end - above);
  return (
    <table ref={place} className={`${table.table} ${styles.table}`} aria-rowcount={total === null ? -1 : total + 1} data-stale={isStale || undefined}>
      <Head siteId={siteId} search={search} />
      <tbody>
        {before > 0 ? <tr aria-hidden="true"><td className={styles.gap} style={{ height: before }} colSpan={8} /></tr> : null}
        {items.map(({ index }) => {
          const row = rows[index];
          return row === undefined ? null : <Row key={row.path ?? ""} siteId={siteId} row={row} index={index + 2} now={now} />;
        })}
        {after > 0 ? <tr aria-hidden="true"><td className={styles.gap} style={{ height: after }} colSpan={8} /></tr> : null}
      </tbody>
    </table>
  );
}

function Head({ siteId, search }: { siteId: string; search: PagesSearch }) {
  const { t } = useLingui();
  const columns: [PageSort, string, boolean][] = [
    ["path", search.by === "folder" ? t`Folder` : t`Page`, false],
    ["asks", t`AI asks`, false],
    ["questionClicks", t`Questions`, true],
    ["aiReferrals", t`Visits from AI`, true],
    ["citations", t`Cited`, true],
    ["views", t`Views`, false],
    ["clickRate", t`Asks per 100 views`, true],
    ["lastClickAt", t`Last asked`, true],
  ];
  const sort = search.sort ?? SORT_USUAL;
  // The API counts down by default, and up for addresses.
  const order = search.order ?? (sort === "path" ? "asc" : "desc");
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(([id, words, isWide]) => {
          const isSorted = id === sort;
          const usual = id === "path" ? "asc" : "desc";
          const next = isSorted ? (order === "asc" ? "desc" : "asc") : usual;
          return (
            <th key={id} scope="col" className={isWide ? table.wide : undefined} aria-sort={isSorted ? (order === "asc" ? "ascending" : "descending") : undefined}>
              <Link
                from="/sites/$siteId/pages" to="/sites/$siteId/pages" params={{ siteId }} className={styles.sort} activeProps={{}} resetScroll={false}
                search={(now) => ({ ...now, sort: id === SORT_USUAL ? undefined : id, order: next === usual ? undefined : next })}
              >
                {words}{isSorted ? <Icon name={order === "asc" ? "up" : "down"} /> : null}
              </Link>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A page opens beside the table; a folder filters the list to its pages. */
function Name({ siteId, path }: { siteId: string; path: string | null }) {
  if (path === null) return <span><Trans>Other pages</Trans></span>;
  const isFolder = path.endsWith("/**");
  return (
    <Link
      from="/sites/$siteId/pages" to="/sites/$siteId/pages" params={{ siteId }} className={table.cover} title={path} resetScroll={isFolder}
      search={(now: PagesSearch) => (isFolder ? { ...now, page: path, by: undefined, q: undefined } : { ...now, open: path })}
    >
      {path}
    </Link>
  );
}

/** Rows that stay in view while others come are not drawn again. */
const Row = memo(function Row({ siteId, row, index, now }: { siteId: string; row: Schemas["PageItem"]; index: number; now: number }) {
  const { t } = useLingui();
  const forms = useForms();
  const platformName = usePlatformName();
  const { title, topPlatform, lastClickAt, clickRate, interval95 } = row;
  return (
    <tr aria-rowindex={index} className={table.whole}>
      <th scope="row" className={styles.page}>
        <Name siteId={siteId} path={row.path} />
        {row.path?.endsWith("/**") === true ? null : <small>{row.path === null ? <Trans>Counted together, beyond what a site may add in a day</Trans> : title === null || title === "" ? <Trans>Without a title</Trans> : title}</small>}
      </th>
      <td>{forms.number(row.aiClicks + row.questionClicks)}{topPlatform === null ? null : <small className={table.wide}>{platformName(topPlatform)}</small>}</td>
      <td className={table.wide}>{forms.number(row.questionClicks)}</td>
      <td className={table.wide}>{forms.number(row.aiReferrals)}</td>
      <td className={table.wide} title={interval95 === null ? undefined : t`95% interval ${forms.interval(interval95.low, interval95.high)}`}>
        {row.citationShare !== null ? forms.percent(row.citationShare) : row.citations === 0 ? "–" : forms.number(row.citations)}
      </td>
      <td>{forms.number(row.views)}</td>
      <td className={table.wide}>{clickRate === null ? "–" : forms.decimal(clickRate * 100)}</td>
      <td className={table.wide}>{lastClickAt === null ? "–" : forms.span(lastClickAt, now)}</td>
    </tr>
  );
});
