// The board: every site of an organization with its figures.

import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

import { api, askWhole } from "../../api/client";
import type { BoardSearch } from "../shared/analytics/search";

/** Rows of a page; the most that the board gives at once. */
export const ROWS = 50;

/** What the board asks for, but for the page. */
export const boardQuestion = (orgId: string, { days = 30, q, sort }: BoardSearch) =>
  ({ orgId, days, ...(q === undefined ? {} : { q }), ...(sort === undefined ? {} : { sort }) });

export const boardQuery = (orgId: string, search: BoardSearch) => {
  const query = { ...boardQuestion(orgId, search), limit: ROWS };
  return infiniteQueryOptions({
    queryKey: ["board", query],
    queryFn: async ({ signal, pageParam }) => {
      const { data, meta } = await askWhole(api.GET("/api/v1/analytics/overview", { params: { query: { ...query, ...(pageParam === "" ? {} : { cursor: pageParam }) } }, signal }));
      return { totals: data.totals, items: data.items, next: meta.pagination.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
};
