// The request for the file of a page.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, askWhole, type Schemas } from "../../api/client";
import { FILE_DAYS, type PageFileSearch } from "./search";

export type PageFile = Schemas["PageFile"];
export type Happened = Schemas["PageHappened"];

const FRESH_MS = 60_000;

export const pageFileQuery = (siteId: string, { path = "/", days, from, to }: PageFileSearch) => {
  const period = from !== undefined && to !== undefined ? { from, to } : { days: days ?? FILE_DAYS };
  const query = { path, ...period };
  return queryOptions({
    queryKey: ["figures", siteId, "page_file", query],
    queryFn: async ({ signal }) => {
      const { data, meta } = await askWhole(
        api.GET("/api/v1/pages/{siteId}/file", { params: { path: { siteId }, query }, signal }),
      );
      return { ...data, range: meta.range };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
};
