// The requests of the widget page: available assistants, a draft's preview, and published versions.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../api/client";
import { pagedQuery } from "../../api/paged_query";
import { bodyOf, type Draft } from "./draft";

export type Registry = Schemas["LinkRegistry"];
export type Previewed = Schemas["ConfigPreview"];
export type Payload = Schemas["PublicConfig"];
export type Warning = Schemas["ConfigWarning"];
export type Version = Schemas["ConfigVersion"];

const VERSIONS_ROWS = 50;
/** The number of pages that the preview offers. */
const PAGES_ROWS = 20;

export const registryQuery = queryOptions({
  queryKey: ["link registry"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/link-registry", { signal })),
  staleTime: Infinity,
});

/**
 * What readers would get. Each draft is a new request. The previous response stays visible until the new one arrives.
 */
export const previewQuery = (siteId: string, draft: Draft) =>
  queryOptions({
    queryKey: ["widget preview", siteId, draft],
    queryFn: ({ signal }) =>
      ask(
        api.POST("/api/v1/sites/{siteId}/config/preview", {
          params: { path: { siteId } },
          body: bodyOf(draft),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

export const versionsQuery = (siteId: string) =>
  pagedQuery({
    queryKey: ["widget versions", siteId],
    read: (from, signal) =>
      askWhole(
        api.GET("/api/v1/sites/{siteId}/config/versions", {
          params: { path: { siteId }, query: { limit: VERSIONS_ROWS, ...from } },
          signal,
        }),
      ),
    staleTime: 0,
  });

/** The pages with the most clicks on assistants’ buttons, which the preview offers. */
export const knownPagesQuery = (siteId: string) =>
  queryOptions({
    queryKey: ["widget pages", siteId],
    queryFn: async ({ signal }) => {
      const params = { path: { siteId }, query: { days: 90, limit: PAGES_ROWS } };
      const { items } = await ask(api.GET("/api/v1/analytics/{siteId}/pages", { params, signal }));
      return items.flatMap(({ path, title }) =>
        path?.startsWith("/") === true ? [{ path, title: title ?? path }] : [],
      );
    },
  });
