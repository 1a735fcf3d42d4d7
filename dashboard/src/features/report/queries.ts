// The request for a report.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../api/client";
import type { ReportSearch } from "./search";

export type Report = Schemas["SiteReport"];
export type ReportFigure = Schemas["ReportFigure"];
export type News = Schemas["ReportNews"];
export type Need = Schemas["ReportNeed"];
export type ReportedChange = Schemas["ReportedChange"];

export const reportQuery = (siteId: string, search: ReportSearch) =>
  queryOptions({
    queryKey: ["report", siteId, search],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/reports/{siteId}", { params: { path: { siteId }, query: search }, signal })),
    placeholderData: keepPreviousData,
  });
