// The request for weekly citation rates, which several pages chart.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";

/** The number of weeks in the chart of weekly rates. */
const WEEKS = 12;

/** The weekly rates of the last twelve weeks, whatever period the page shows. */
export const weeksQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["citations", siteId, "weeks"],
    queryFn: ({ signal }) => {
      const params = { path: { siteId }, query: { days: WEEKS * 7 } };
      return ask(api.GET("/api/v1/citations/{siteId}/summary", { params, signal }));
    },
    placeholderData: keepPreviousData,
  });
