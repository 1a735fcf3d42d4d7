// The requests of the pages about prompts.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../../api/client";
import { readAllPages } from "../../../api/all_pages";

export type Prompt = Schemas["Prompt"];
export type PromptKind = Schemas["PromptKind"];
export type PromptStatus = Schemas["PromptStatus"];
export type Preview = Schemas["PromptPreview"];

/** The API's maximum page size. A site has at most 2,000 prompts. */
const MAX_ROWS = 200;
const JOB_INTERVAL_MS = 1_000;
/** The number of days for which the list counts asks. */
export const ASKS_DAYS = 30;

/** Every prompt of a site, newest first. All of them, because variants can be anywhere in the list. */
export const promptsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["prompts", siteId],
    queryFn: ({ signal }) =>
      readAllPages(MAX_ROWS, (query) =>
        askWhole(api.GET("/api/v1/prompts/{siteId}", { params: { path: { siteId }, query }, signal })),
      ),
  });

export const promptQuery = (siteId: string, promptId: string) =>
  queryOptions({
    queryKey: ["prompt", siteId, promptId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/prompts/{siteId}/{promptId}", { params: { path: { siteId, promptId } }, signal })),
  });

/** How often each prompt was asked: in the last days, or since a date. */
export const asksQuery = (siteId: string, window: { days: number } | { from: string; to: string }) =>
  queryOptions({
    queryKey: ["figures", siteId, "asks-by-prompt", window],
    queryFn: async ({ signal }) => {
      const query = { ...window, include: ["byPrompt" as const] };
      return (
        (await ask(api.GET("/api/v1/analytics/{siteId}/ai", { params: { path: { siteId }, query }, signal })))
          .byPrompt ?? []
      );
    },
  });

export interface Shown {
  text: string;
  platformIds: readonly string[];
  language: string;
  url: string;
}

/** The service's preview of a text on a page. Old previews stay visible while new ones load. */
export const previewQuery = (siteId: string, { text, platformIds, language, url }: Shown) =>
  queryOptions({
    queryKey: ["preview", siteId, text, platformIds, language, url],
    queryFn: ({ signal }) => {
      const body = {
        text,
        platformIds: [...platformIds],
        url: url === "" ? null : url,
        title: null,
        language: language === "*" ? null : language,
      };
      return ask(api.POST("/api/v1/prompts/{siteId}/preview", { params: { path: { siteId } }, body, signal }));
    },
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
  });

export const jobQuery = (orgId: string, jobId: string) =>
  queryOptions({
    queryKey: ["job", jobId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/jobs/{jobId}", { params: { path: { jobId }, query: { orgId } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.state === "succeeded" || state.data?.state === "failed" ? false : JOB_INTERVAL_MS,
    staleTime: 0,
  });
