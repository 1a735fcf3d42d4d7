// The requests for a site's figures. Old numbers stay visible while new ones load.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole } from "../../../api/client";
import { ApiFailure } from "../../../api/failure";
import { itemsOf, pagedQueryOf } from "../../../api/paged_query";
import {
  comparisonOf,
  hasComparison,
  intervalOf,
  overviewParams,
  periodQuery,
  type PeriodSearch,
} from "../period/period";
import type { OverviewSearch, PagesSearch } from "./search";

/** The API's maximum page size. */
const ROWS = 200;
/** How often the live figures are reloaded. There are no requests while the page is hidden. */
const LIVE_INTERVAL_MS = 4_000;
/** Figures younger than this are shown without a new request. Live figures are reloaded by their own interval. */
const FIGURES_FRESH_MS = 60_000;

function options<Data>(name: string, siteId: string, query: object, queryFn: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({
    queryKey: ["figures", siteId, name, query],
    queryFn: ({ signal }) => queryFn(signal),
    placeholderData: keepPreviousData,
    staleTime: FIGURES_FRESH_MS,
  });
}

/** All figures of the overview in one response, and the range of dates that they cover. */
export const overviewQuery = (siteId: string, search: PeriodSearch) => {
  const query = overviewParams(search);
  return options("overview", siteId, query, async (signal) => {
    const { data, meta } = await askWhole(
      api.GET("/api/v1/analytics/{siteId}/overview", { params: { path: { siteId }, query }, signal }),
    );
    return { ...data, range: meta.range };
  });
};

export const liveQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["live", siteId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/analytics/{siteId}/live", { params: { path: { siteId } }, signal })),
    // A refused request is not repeated at this interval, because each repetition would make the error message
    // disappear.
    refetchInterval: ({ state }) =>
      state.error instanceof ApiFailure && !state.error.retryable ? false : LIVE_INTERVAL_MS,
    staleTime: LIVE_INTERVAL_MS,
  });

/** The period and the filters of a table, and whether its rows are compared with the previous period. */
export function tableQuery(search: PeriodSearch) {
  return { ...periodQuery(search), ...comparisonOf(search) };
}

/** Pages can be sorted by their change if they are compared: the asks of one assistant are not. */
export const canRankChanges = (search: PeriodSearch): boolean => hasComparison(search) && search.platform === undefined;

const paramsOf = (siteId: string, search: PeriodSearch) => ({ path: { siteId }, query: tableQuery(search) });

export const questionsQuery = (siteId: string, search: PeriodSearch) =>
  options("questions", siteId, tableQuery(search), async (signal) => {
    const { data, meta } = await askWhole(
      api.GET("/api/v1/analytics/{siteId}/questions", { params: paramsOf(siteId, search), signal }),
    );
    return { ...data, range: meta.range };
  });

export const itemsQuery = (siteId: string, search: PeriodSearch) =>
  options("items", siteId, tableQuery(search), (signal) =>
    ask(api.GET("/api/v1/analytics/{siteId}/items", { params: paramsOf(siteId, search), signal })),
  );

export const askedQuery = (siteId: string, search: PeriodSearch) =>
  options("ai", siteId, tableQuery(search), (signal) =>
    ask(api.GET("/api/v1/analytics/{siteId}/ai", { params: paramsOf(siteId, search), signal })),
  );

/** Clicks by network, and copies: what the overview counts as shares. */
export const sharesQuery = (siteId: string, search: PeriodSearch) =>
  options("shares", siteId, tableQuery(search), async (signal) => {
    const params = paramsOf(siteId, search);
    const [{ byNetwork }, { totals }] = await Promise.all([
      ask(api.GET("/api/v1/analytics/{siteId}/social", { params, signal })),
      ask(api.GET("/api/v1/analytics/{siteId}/shares", { params, signal })),
    ]);
    const rows = byNetwork.map(({ network, value }) => ({ channel: network, value }));
    return totals.copies === 0 ? rows : [...rows, { channel: "copy", value: totals.copies }];
  });

export const referrersQuery = (siteId: string, search: PeriodSearch) =>
  options("referrers", siteId, tableQuery(search), (signal) =>
    ask(api.GET("/api/v1/analytics/{siteId}/referrers", { params: paramsOf(siteId, search), signal })),
  );

export const crawlersQuery = (siteId: string, search: PeriodSearch) =>
  options("crawlers", siteId, tableQuery(search), (signal) =>
    ask(api.GET("/api/v1/analytics/{siteId}/crawlers", { params: paramsOf(siteId, search), signal })),
  );

export const topFoldersQuery = (siteId: string, search: PeriodSearch, limit: number) => {
  const query = { ...tableQuery(search), groupBy: "folder" as const, sort: "asks" as const, limit };
  return options("top-folders", siteId, query, (signal) =>
    ask(api.GET("/api/v1/analytics/{siteId}/pages", { params: { path: { siteId }, query }, signal })),
  );
};

/** The pages that rose or fell most, in the form of the overview's panel. */
export const changedPagesQuery = (siteId: string, search: OverviewSearch, limit: number) => {
  const order = search.top === "falling" ? ("asc" as const) : ("desc" as const);
  const query = { ...tableQuery(search), sort: "change" as const, order, limit };
  return options("changed-pages", siteId, query, async (signal) => {
    const { items } = await ask(
      api.GET("/api/v1/analytics/{siteId}/pages", { params: { path: { siteId }, query }, signal }),
    );
    return items.map(({ aiClicks, questionClicks, ...page }) => ({ ...page, asks: aiClicks + questionClicks }));
  });
};

/** Crawlers over time, and the range of dates. */
export const crawlerSeriesQuery = (siteId: string, search: PeriodSearch) => {
  const query = { ...periodQuery(search), interval: intervalOf(search), include: ["seriesByCrawler" as const] };
  return options("crawlers", siteId, query, async (signal) => {
    const { data, meta } = await askWhole(
      api.GET("/api/v1/analytics/{siteId}/crawlers", { params: { path: { siteId }, query }, signal }),
    );
    return { ...data, range: meta.range };
  });
};

/** The parameters of the list of pages, also for its download. */
export function pagesQueryOf(search: PagesSearch) {
  const { q, sort, order, by } = search;
  return {
    ...tableQuery(search),
    sort: sort === undefined || (sort === "change" && !canRankChanges(search)) ? ("asks" as const) : sort,
    ...(q === undefined ? {} : { q }),
    ...(order === undefined ? {} : { order }),
    ...(by === undefined ? {} : { groupBy: by }),
  };
}

export const pagesQuery = (siteId: string, search: PagesSearch) => {
  const query = { ...pagesQueryOf(search), limit: ROWS };
  return pagedQueryOf(
    {
      queryKey: ["figures", siteId, "pages", query],
      read: (from, signal) =>
        askWhole(
          api.GET("/api/v1/analytics/{siteId}/pages", {
            params: { path: { siteId }, query: { ...query, ...from } },
            signal,
          }),
        ),
      placeholderData: keepPreviousData,
    },
    (pages) => ({ rows: itemsOf(pages), total: pages[0]?.data.totals.pages ?? 0, range: pages[0]?.meta.range }),
  );
};

export type Report = "ai" | "crawlers" | "items" | "overview" | "pages" | "questions" | "referrers" | "shares";

type Query = Readonly<Record<string, string | number | undefined>>;

function withQuery(path: string, query: Query): string {
  const wanted = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) wanted.set(name, String(value));
  return `${path}?${wanted.toString()}`;
}

/** The service's maximum number of rows in a file. If a file has been cut off there, its name says so. */
export const MAX_FILE_ROWS = 100_000;

export type TableName = "answers" | "assistants" | "crawlers" | "items" | "pages" | "questions" | "shares" | "sources";

/** The path of each table below a site's address. */
const TABLES: Readonly<Record<TableName, (siteId: string) => string>> = {
  answers: (siteId) => `citations/${siteId}`,
  assistants: (siteId) => `analytics/${siteId}/ai`,
  crawlers: (siteId) => `analytics/${siteId}/crawlers`,
  items: (siteId) => `analytics/${siteId}/items`,
  pages: (siteId) => `analytics/${siteId}/pages`,
  questions: (siteId) => `analytics/${siteId}/questions`,
  shares: (siteId) => `analytics/${siteId}/shares`,
  sources: (siteId) => `analytics/${siteId}/referrers`,
};

/**
 * The address of a table as a file with all its rows and translated column titles. The service chooses the file's name.
 */
export function tableAddress(siteId: string, table: TableName, query: Query): string {
  return withQuery(`/api/v1/${TABLES[table](encodeURIComponent(siteId))}`, { table, ...query });
}
