// The questions about a site's figures. Old numbers stay while new ones come.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole } from "../../api/client";
import { periodQuery, type PeriodSearch } from "./period";
import type { PagesSearch } from "./search";

const ROWS = 100;

function options<Data>(name: string, siteId: string, search: PeriodSearch, queryFn: (signal: AbortSignal) => Promise<Data>) {
  return queryOptions({ queryKey: ["figures", siteId, name, periodQuery(search)], queryFn: ({ signal }) => queryFn(signal), placeholderData: keepPreviousData });
}

const paramsOf = (siteId: string, search: PeriodSearch) => ({ path: { siteId }, query: { ...periodQuery(search), compare: "previous" as const } });

export const questionsQuery = (siteId: string, search: PeriodSearch) =>
  options("questions", siteId, search, (signal) => ask(api.GET("/api/v1/analytics/{siteId}/questions", { params: paramsOf(siteId, search), signal })));

export const askedQuery = (siteId: string, search: PeriodSearch) =>
  options("ai", siteId, search, (signal) => ask(api.GET("/api/v1/analytics/{siteId}/ai", { params: paramsOf(siteId, search), signal })));

export const sharesQuery = (siteId: string, search: PeriodSearch) =>
  options("shares", siteId, search, (signal) => ask(api.GET("/api/v1/analytics/{siteId}/shares", { params: paramsOf(siteId, search), signal })));

export const referrersQuery = (siteId: string, search: PeriodSearch) =>
  options("referrers", siteId, search, (signal) => ask(api.GET("/api/v1/analytics/{siteId}/referrers", { params: paramsOf(siteId, search), signal })));

export const topPagesQuery = (siteId: string, search: PeriodSearch, limit: number) =>
  options(`top-pages-${String(limit)}`, siteId, search, (signal) => {
    const { path, query } = paramsOf(siteId, search);
    return ask(api.GET("/api/v1/analytics/{siteId}/pages", { params: { path, query: { ...query, limit } }, signal }));
  });

export const pagesQuery = (siteId: string, { q, sort, order, ...search }: PagesSearch) => {
  const query = {
    ...periodQuery(search), limit: ROWS,
    ...(q === undefined ? {} : { q }),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
  };
  return infiniteQueryOptions({
    queryKey: ["figures", siteId, "pages", query],
    queryFn: async ({ signal, pageParam }) => {
      const params = { path: { siteId }, query: { ...query, ...(pageParam === "" ? {} : { cursor: pageParam }) } };
      const { data, meta } = await askWhole(api.GET("/api/v1/analytics/{siteId}/pages", { params, signal }));
      return { totals: data.totals, items: data.items, next: meta.pagination.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
};

/** The same as a file. A link, so that the browser shows how far it is. */
export function csvAddress(siteId: string, report: "pages" | "questions", query: Readonly<Record<string, string | number | undefined>>): string {
  const wanted = new URLSearchParams({ format: "csv" });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) wanted.set(name, String(value));
  return `/api/v1/analytics/${encodeURIComponent(siteId)}/${report}?${wanted.toString()}`;
}
