// The request for what crawlers read, by the logs of the site's web servers.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../../api/client";
import type { CrawlersSearch } from "../../shared/analytics/search";
import { comparisonOf, periodQuery } from "../../shared/period/period";

export type ReadsReport = Schemas["ReadsReport"];
export type CrawlerReads = Schemas["CrawlerReads"];
export type ReadPage = Schemas["ReadPage"];

const FRESH_MS = 60_000;
const LOOK_EVERY_MS = 30_000;

/** Whether a filter is a folder, whose reads are not summed up. */
export function isFolder(page: string): boolean {
  return page.endsWith("/**");
}

export const readsQuery = (siteId: string, search: CrawlersSearch) => {
  const { purpose, evidence, list, page } = search;
  const query = {
    ...periodQuery({ days: search.days, from: search.from, to: search.to }),
    ...comparisonOf(search),
    ...(purpose === undefined ? {} : { purpose }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(list === undefined ? {} : { pages: list }),
    ...(page === undefined || isFolder(page) ? {} : { page }),
  };
  return queryOptions({
    queryKey: ["figures", siteId, "reads", query],
    queryFn: async ({ signal }) => {
      const { data, meta } = await askWhole(
        api.GET("/api/v1/analytics/{siteId}/reads", { params: { path: { siteId }, query }, signal }),
      );
      return { ...data, range: meta.range };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: LOOK_EVERY_MS,
  });
};

/** The maximum number of lines that the API keeps of a site. */
export const MOST_LINES = 1000;

export const newestLinesQuery = (siteId: string, limit: number) =>
  queryOptions({
    queryKey: ["log_lines", siteId, limit],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/logs/{siteId}/lines", { params: { path: { siteId }, query: { limit } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: LOOK_EVERY_MS,
  });
