// The requests for the shared links of a site. Those whose response contains a token are not here, because caches outlive
// dialogs.

import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../../api/client";
import { contentOf } from "../link_view/content";

export type SharedLink = Schemas["SharedLink"];

export const sharedLinksKey = (siteId: string) => ["shared_links", siteId] as const;

export const sharedLinksQuery = (siteId: string) =>
  queryOptions({
    queryKey: sharedLinksKey(siteId),
    queryFn: ({ signal }) => ask(api.GET("/api/v1/links/{siteId}", { params: { path: { siteId } }, signal })),
  });

/** What the viewers of a link with these settings would see now. */
export const previewQuery = (siteId: string, body: Schemas["SharedLinkCreate"]) =>
  queryOptions({
    queryKey: ["shared_link_preview", siteId, body],
    queryFn: async ({ signal }) => {
      const { data, meta } = await askWhole(
        api.POST("/api/v1/links/{siteId}/preview", { params: { path: { siteId } }, body, signal }),
      );
      return { content: contentOf(data), range: meta.range };
    },
    placeholderData: keepPreviousData,
    retry: false,
  });
