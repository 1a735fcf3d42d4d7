// "All 11 assistants": the whole table of a panel, with search, sorting and a download. Its state is in the address.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useFilter } from "react-aria-components";

import { Empty } from "../../ui/page/page";
import { Sheet } from "../../ui/dialogs/Sheet";
import { UrlSearchField } from "../../ui/fields/UrlSearchField";
import { sortedBy } from "../../ui/tables/sort";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { Loaded } from "../../ui/loading/Loaded";
import { useForms } from "../../words/forms";
import { useNames } from "../shared/analytics/names";
import { NoFigures } from "../shared/analytics/NoFigures";
import { RowChange, areCompared, rise, useChangeInWords, type RowBefore } from "../shared/analytics/RowChange";
import { usePlatformName } from "../shared/platforms/platforms";
import {
  askedQuery,
  overviewQuery,
  crawlersQuery,
  itemsQuery,
  questionsQuery,
  referrersQuery,
  sharesQuery,
  tableQuery,
  type Report,
} from "../shared/analytics/queries";
import type { OverviewSearch, SheetName, SheetSort } from "../shared/analytics/search";
import { TableFiles } from "../shared/analytics/TableFiles";
import { TableDownload } from "../shared/files/TableDownload";
import { FIGURES_OF_SHEET, asTitle, useReasonLeftOut } from "../shared/loop/not_filtered";
import { useFilterWords } from "./OverviewFile";
import styles from "./OverviewSheet.module.css";

interface Row {
  id: string;
  name: string;
  value: number;
  /** Visits that the assistant sent, in the table of assistants. */
  back?: number;
  before?: RowBefore;
  filter?: Partial<OverviewSearch> | undefined;
}

interface SheetTable {
  title: string;
  /** The titles of the columns; the third exists only if the rows have visits. */
  head: readonly [string, string] | readonly [string, string, string];
  rows: Row[] | undefined;
  error: unknown;
  retry: () => void;
}

/** The reports that each table needs. */
const REPORTS_NEEDED: Record<SheetName, readonly Report[]> = {
  assistants: ["ai", "questions", "referrers"],
  questions: ["questions"],
  items: ["items"],
  sources: ["referrers"],
  shares: ["shares"],
  crawlers: ["crawlers"],
};

/** The rows of a table. Requests only the reports that this table needs. */
function useSheetTable(siteId: string, search: OverviewSearch, name: SheetName): SheetTable {
  const { t } = useLingui();
  const names = useNames();
  const platformName = usePlatformName();
  const wanted = (report: Report) => ({ enabled: REPORTS_NEEDED[name].includes(report) });
  const asked = useQuery({ ...askedQuery(siteId, search), ...wanted("ai") });
  const questions = useQuery({ ...questionsQuery(siteId, search), ...wanted("questions") });
  const items = useQuery({ ...itemsQuery(siteId, search), ...wanted("items") });
  const sources = useQuery({ ...referrersQuery(siteId, search), ...wanted("referrers") });
  const shares = useQuery({ ...sharesQuery(siteId, search), ...wanted("shares") });
  const crawlers = useQuery({ ...crawlersQuery(siteId, search), ...wanted("crawlers") });
  // The rows of two reports, or a part of one, are tested together in the overview alone.
  const { data: overview } = useQuery(overviewQuery(siteId, search));
  const of = [asked, questions, items, sources, shares, crawlers].filter(({ isEnabled }) => isEnabled);
  const rows: Record<SheetName, () => Row[] | undefined> = {
    assistants: () =>
      asked.data &&
      questions.data &&
      sources.data &&
      byAssistant([...asked.data.byPlatform, ...questions.data.byPlatform], sources.data.byAssistant).map((row) => ({
        ...row,
        before: overview?.assistants.items.find(({ platform }) => platform === row.id) ?? {},
        name: platformName(row.id),
        filter: row.id === "other" ? undefined : { platform: row.id },
      })),
    questions: () =>
      questions.data?.byQuestion.map((row) => ({
        id: row.questionId,
        name: names.question(row),
        value: row.value,
        before: row,
      })),
    items: () =>
      items.data?.byItem.map((row) => ({ id: row.itemId, name: names.item(row), value: row.value, before: row })),
    sources: () =>
      sources.data?.byReferrer.map(({ referrer, value, ...before }) => ({
        id: referrer,
        name: names.referrer(referrer),
        value,
        before,
      })),
    shares: () =>
      shares.data?.map(({ channel, value }) => ({
        id: channel,
        name: names.channel(channel),
        value,
        before: overview?.shares.items.find((row) => row.channel === channel) ?? {},
      })),
    crawlers: () =>
      crawlers.data?.byCrawler.map(({ crawler, value, ...before }) => ({
        id: crawler,
        name: names.crawler(crawler),
        value,
        before,
      })),
  };
  const words: Record<SheetName, Pick<SheetTable, "title" | "head">> = {
    assistants: { title: t`All assistants`, head: [t`Assistant`, t`Asks`, t`Visits`] },
    questions: { title: t`All questions`, head: [t`Question`, t`Asks`] },
    items: { title: t`Own items`, head: [t`Item`, t`Clicks`] },
    sources: { title: t`Traffic sources`, head: [t`Source`, t`Visits`] },
    shares: { title: t`All channels`, head: [t`Channel`, t`Shares`] },
    crawlers: { title: t`Crawlers`, head: [t`Crawler`, t`Requests`] },
  };
  return {
    ...words[name],
    rows: rows[name](),
    error: of.find(({ error }) => error !== null)?.error,
    retry: () => {
      for (const query of of) void query.refetch();
    },
  };
}

/** Asks and visits of each assistant. An assistant may have only one of the two. */
export function byAssistant(
  asks: readonly { platform: string; value: number }[],
  visits: readonly { platform: string; value: number }[],
): { id: string; value: number; back: number }[] {
  const found = new Map<string, { id: string; value: number; back: number }>();
  const of = (id: string): { value: number; back: number } => {
    const row = found.get(id) ?? { id, value: 0, back: 0 };
    found.set(id, row);
    return row;
  };
  for (const { platform, value } of asks) of(platform).value += value;
  for (const { platform, value } of visits) of(platform).back += value;
  return [...found.values()];
}

export function OverviewSheet({ siteId, search, name }: { siteId: string; search: OverviewSearch; name: SheetName }) {
  const { t } = useLingui();
  const navigate = useNavigate({ from: "/sites/$siteId/overview" });
  const whole = useSheetTable(siteId, search, name);
  const { data } = useQuery(overviewQuery(siteId, search));
  const reason = useReasonLeftOut(data)(FIGURES_OF_SHEET[name]);
  return (
    <Sheet
      title={whole.title}
      acts={reason !== null ? null : <SheetFiles siteId={siteId} search={search} name={name} whole={whole} />}
      onClose={() => void navigate({ search: (now: OverviewSearch) => ({ ...now, ...NO_SHEET }), resetScroll: false })}
    >
      <UrlSearchField
        label={t`Search this table`}
        query={search.find ?? ""}
        onSearch={(find) =>
          void navigate({
            search: (now: OverviewSearch) => ({ ...now, find }),
            replace: search.find !== undefined,
            resetScroll: false,
          })
        }
      />
      {reason !== null ? (
        <Empty title={asTitle(reason)} />
      ) : (
        <Loaded query={{ data: whole.rows, error: whole.error, refetch: whole.retry }}>
          {(rows) => <Rows siteId={siteId} head={whole.head} rows={rows} search={search} />}
        </Loaded>
      )}
    </Sheet>
  );
}

/**
 * The files of the table. The API's files have every row, but neither search nor order; so a table that was searched or sorted
 * becomes a file here, with the rows that are shown.
 */
function SheetFiles({
  siteId,
  search,
  name,
  whole: { title, head, rows },
}: {
  siteId: string;
  search: OverviewSearch;
  name: SheetName;
  whole: SheetTable;
}) {
  const { t } = useLingui();
  const filters = useFilterWords(search);
  const inView = useRowsInView(rows ?? [], search);
  const changeInWords = useChangeInWords();
  const { data } = useQuery(overviewQuery(siteId, search));
  const { find = "", column, order } = search;
  if (find === "" && column === undefined && order === undefined)
    return <TableFiles siteId={siteId} table={name} query={tableQuery(search)} />;
  const total = sumOf(rows ?? []);
  const [first, second, third] = head;
  return (
    <TableDownload
      content={title}
      days={data?.range}
      timezone={data?.range.timezone}
      filters={find === "" ? filters : [...filters, [t`Search`, find]]}
      rows={() => Promise.resolve(inView)}
      columns={[
        { heading: first, of: (row) => row.name },
        { heading: second, kind: "number", of: (row) => row.value },
        {
          heading: t`Share`,
          meaning: t`The share of the whole table, also of rows that the search leaves out.`,
          kind: "share",
          of: (row) => (total === 0 ? null : row.value / total),
        },
        ...(areCompared(inView)
          ? [
              { heading: t`Period before`, kind: "number" as const, of: (row: Row) => row.before?.previous ?? null },
              { heading: t`Change`, of: (row: Row) => changeInWords(row.value, row.before ?? {}) },
            ]
          : []),
        ...(third === undefined ? [] : [{ heading: third, kind: "number" as const, of: (row: Row) => row.back ?? 0 }]),
      ]}
    />
  );
}

function sumOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { value }) => sum + value, 0);
}

/** The rows that match the search, in the chosen order. */
function useRowsInView(rows: readonly Row[], search: OverviewSearch): Row[] {
  const { contains } = useFilter({ sensitivity: "base" });
  const { find = "", column: sort = "value" } = search;
  const sign = (search.order ?? defaultOrder(sort)) === "asc" ? 1 : -1;
  const difference = (one: Row, other: Row): number =>
    sort === "name"
      ? one.name.localeCompare(other.name)
      : sort === "back"
        ? (one.back ?? 0) - (other.back ?? 0)
        : sort === "change"
          ? rise(one.value, one.before ?? {}) - rise(other.value, other.before ?? {})
          : one.value - other.value;
  return rows
    .filter(({ name }) => contains(name, find))
    .sort((one, other) => sign * difference(one, other) || one.name.localeCompare(other.name));
}

const NO_SHEET = { sheet: undefined, find: undefined, column: undefined, order: undefined } as const;

function Rows({
  siteId,
  head: [first, second, third],
  rows,
  search,
}: {
  siteId: string;
  head: SheetTable["head"];
  rows: readonly Row[];
  search: OverviewSearch;
}) {
  const { t } = useLingui();
  const forms = useForms();
  const { find = "", column: sorted = "value" } = search;
  const order = search.order ?? defaultOrder(sorted);
  const total = sumOf(rows);
  const found = useRowsInView(rows, search);
  const sort = (by: SheetSort) => {
    const next = by !== sorted ? defaultOrder(by) : order === "asc" ? "desc" : "asc";
    return sortedBy(by !== sorted ? undefined : order === "asc" ? "ascending" : "descending", (words) => (
      <Link
        to="/sites/$siteId/overview"
        params={{ siteId }}
        className={table.sort}
        activeProps={{}}
        activeOptions={{ exact: true }}
        resetScroll={false}
        replace
        search={(now: OverviewSearch) => ({
          ...now,
          column: by === "value" ? undefined : by,
          order: next === defaultOrder(by) ? undefined : next,
        })}
      >
        {words}
      </Link>
    ));
  };
  if (found.length === 0) {
    return find === "" ? (
      <NoFigures title={t`No data for this period`} search={search}>
        <Trans>Try a longer period.</Trans>
      </NoFigures>
    ) : (
      <Empty title={t`No results`}>
        <Trans>Try fewer letters.</Trans>
      </Empty>
    );
  }
  return (
    <Table
      className={styles.rows}
      rows={found}
      idOf={({ id }) => id}
      columns={[
        {
          head: first,
          sort: sort("name"),
          cell: ({ name, filter }) =>
            filter === undefined ? (
              name
            ) : (
              <Link
                to="/sites/$siteId/overview"
                params={{ siteId }}
                search={(now: OverviewSearch) => ({ ...now, ...filter, ...NO_SHEET })}
                className={table.cover}
              >
                {name}
              </Link>
            ),
        },
        { head: second, sort: sort("value"), cell: ({ value }) => forms.number(value) },
        !areCompared(rows)
          ? null
          : {
              head: t`Change`,
              sort: sort("change"),
              cell: ({ value, before = {} }) => <RowChange value={value} before={before} />,
            },
        { head: t`Share`, cell: ({ value }) => (total === 0 ? "–" : forms.percent(value / total)) },
        third === undefined ? null : { head: third, sort: sort("back"), cell: ({ back = 0 }) => forms.number(back) },
      ]}
    />
  );
}

/** The default order: names ascending, numbers descending. */
function defaultOrder(sort: SheetSort): "asc" | "desc" {
  return sort === "name" ? "asc" : "desc";
}
