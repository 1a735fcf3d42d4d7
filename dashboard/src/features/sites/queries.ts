// The request for the board: every site of an organization with its figures.

import { keepPreviousData } from "@tanstack/react-query";

import { api, askWhole } from "../../api/client";
import { itemsOf, pagedQueryOf } from "../../api/paged_query";
import type { BoardSearch } from "../shared/analytics/search";

/** The number of rows of a page; also the maximum of the API. */
export const ROWS = 50;

/** The parameters of the board, without the page's cursor. */
export const boardParams = (orgId: string, { days = 30, q, sort }: BoardSearch) => ({
  orgId,
  days,
  ...(q === undefined ? {} : { q }),
  ...(sort === undefined ? {} : { sort }),
});

export const boardQuery = (orgId: string, search: BoardSearch) => {
  const query = { ...boardParams(orgId, search), limit: ROWS };
  return pagedQueryOf(
    {
      queryKey: ["board", query],
      read: (from, signal) =>
        askWhole(api.GET("/api/v1/analytics/overview", { params: { query: { ...query, ...from } }, signal })),
      placeholderData: keepPreviousData,
    },
    (pages) => ({ sites: itemsOf(pages), total: pages[0]?.data.totals.sites ?? 0 }),
  );
};
