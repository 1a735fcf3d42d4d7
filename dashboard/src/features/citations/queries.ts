// The requests of the page about citations.

import { keepPreviousData, queryOptions, type QueryClient } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../api/client";
import type { Engine } from "../shared/citations/engines";
import { DEFAULT_DAYS, comparisonOf, type PeriodSearch } from "../shared/period/period";

export type Monitor = Schemas["Monitor"];
export type Citation = Schemas["Citation"];
export type EngineRates = Schemas["EngineRates"];

/** The API's maximum page size. A site has at most 100 monitors. */
const MAX_ROWS = 200;
const POLL_INTERVAL_MS = 60_000;
const RUN_POLL_INTERVAL_MS = 2_000;

export const isRunning = (monitor: Monitor): boolean => monitor.lastRun?.status === "running";

export const monitorsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["monitors", siteId],
    queryFn: async ({ signal }) => {
      const params = { path: { siteId }, query: { limit: MAX_ROWS } };
      return (await ask(api.GET("/api/v1/monitors/{siteId}", { params, signal }))).items;
    },
    refetchInterval: ({ state }) => (state.data?.some(isRunning) === true ? RUN_POLL_INTERVAL_MS : POLL_INTERVAL_MS),
  });

/** A question with its rates, and its monitor if the person may see it. */
export interface Question {
  id: string;
  query: string;
  rates: Schemas["MonitorRates"];
  monitor: Monitor | undefined;
}

/** Reloads everything that shows a site's questions: settings and rates come from two requests. */
export async function reloadQuestions(queryClient: QueryClient, siteId: string): Promise<void> {
  await Promise.all(
    [
      ["monitors", siteId],
      ["citations", siteId],
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

/** The period of a search. Filters by page and by assistant do not apply to citations. */
export type CitationPeriod = { days: number } | { from: string; to: string };

export const citationPeriod = ({ days = DEFAULT_DAYS, from, to }: PeriodSearch): CitationPeriod =>
  from !== undefined && to !== undefined ? { from, to } : { days };

/** Every question with its rates by engine, the current changes, and the earlier period, if any. */
export const summaryQuery = (siteId: string, search: PeriodSearch) => {
  const query = { ...citationPeriod(search), groupBy: "monitor" as const, ...comparisonOf(search) };
  return queryOptions({
    queryKey: ["citations", siteId, "summary", query],
    queryFn: async ({ signal }) => {
      const params = { path: { siteId }, query };
      const { data, meta } = await askWhole(api.GET("/api/v1/citations/{siteId}/summary", { params, signal }));
      return { ...data, range: meta.range };
    },
    placeholderData: keepPreviousData,
  });
};

/** The newest clear changes of citation rates, of every level. */
export const changesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["citations", siteId, "changes"],
    queryFn: async ({ signal }) => {
      const params = { path: { siteId }, query: { limit: MAX_ROWS } };
      return (await ask(api.GET("/api/v1/changes/{siteId}", { params, signal }))).items;
    },
  });

/** The rates with the most evidence for a change that is not clear yet, of every level. */
export const evidenceQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["citations", siteId, "evidence"],
    queryFn: async ({ signal }) =>
      (await ask(api.GET("/api/v1/changes/{siteId}/evidence", { params: { path: { siteId } }, signal }))).items,
  });

/** The evidence for changes of a question: over all engines, and with each. */
export const questionEvidenceQuery = (siteId: string, monitorId: string) =>
  queryOptions({
    queryKey: ["citations", siteId, "evidence", monitorId],
    queryFn: async ({ signal }) => {
      const params = { path: { siteId }, query: { monitorId } };
      return (await ask(api.GET("/api/v1/changes/{siteId}/evidence", { params, signal }))).items;
    },
  });

/** What each schedule costs with these engines, and what it finds. */
export const choicesQuery = (siteId: string, engines: readonly Engine[]) =>
  queryOptions({
    queryKey: ["monitor choices", siteId, ...engines],
    queryFn: async ({ signal }) => {
      const params = { path: { siteId }, query: engines.length === 0 ? {} : { engines: engines.join() } };
      return (await ask(api.GET("/api/v1/monitors/{siteId}/choices", { params, signal }))).items;
    },
    placeholderData: keepPreviousData,
  });

/** The rates of each competitor, over all questions or one. */
export const competitorsQuery = (siteId: string, period: CitationPeriod, monitorId?: string) =>
  queryOptions({
    queryKey: ["citations", siteId, "competitors", period, monitorId],
    queryFn: ({ signal }) => {
      const params = {
        path: { siteId },
        query: {
          ...period,
          groupBy: "competitor" as const,
          ...(monitorId === undefined ? {} : { monitorId }),
        },
      };
      return ask(api.GET("/api/v1/citations/{siteId}/summary", { params, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** Whether each engine can be asked on this instance. */
export const enginesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["engines", siteId],
    queryFn: async ({ signal }) =>
      (await ask(api.GET("/api/v1/monitors/{siteId}/engines", { params: { path: { siteId } }, signal }))).items,
  });

/** The newest answers of an engine to a question. */
export const answersQuery = (siteId: string, period: CitationPeriod, monitorId: string, engine: Engine) =>
  queryOptions({
    queryKey: ["citations", siteId, "answers", period, monitorId, engine],
    queryFn: async ({ signal }) => {
      const params = { path: { siteId }, query: { ...period, monitorId, engine, limit: MAX_ROWS } };
      return (await ask(api.GET("/api/v1/citations/{siteId}", { params, signal }))).items;
    },
  });

export const answerQuery = (siteId: string, citationId: string) =>
  queryOptions({
    queryKey: ["citations", siteId, "answer", citationId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/citations/{siteId}/{citationId}", { params: { path: { siteId, citationId } }, signal })),
  });
