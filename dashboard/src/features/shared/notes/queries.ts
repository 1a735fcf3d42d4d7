// The requests for notes, which the API calls annotations.

import { queryOptions, type QueryClient } from "@tanstack/react-query";

import { readAllPages } from "../../../api/all_pages";
import { api, askWhole, type Schemas } from "../../../api/client";

export type Annotation = Schemas["Annotation"];

/** The API's maximum page size. */
const ROWS = 200;
/** Notes beyond this number are not shown; a site has at most 1,000 and Askline's own. */
const MAX_NOTES = 2_000;
const FRESH_MS = 60_000;

/** The notes of these days, the latest first. */
export const annotationsQuery = (siteId: string, from: string, to: string) =>
  queryOptions({
    queryKey: ["annotations", siteId, from, to],
    queryFn: ({ signal }) =>
      readAllPages(
        ROWS,
        (part) => {
          const params = { path: { siteId }, query: { from, to, ...part } };
          return askWhole(api.GET("/api/v1/annotations/{siteId}", { params, signal }));
        },
        MAX_NOTES,
      ),
    staleTime: FRESH_MS,
  });

export const reloadNotes = (queryClient: QueryClient, siteId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["annotations", siteId] });
