// The request for the log sources of a site. Requests whose response contains a token are not here, because caches outlive
// dialogs.

import { queryOptions } from "@tanstack/react-query";

import { api, ask, type Schemas } from "../../../api/client";

export type LogSource = Schemas["LogSource"];

const LOOK_EVERY_MS = 10_000;

export const logSourcesKey = (siteId: string) => ["log_sources", siteId] as const;

export const logSourcesQuery = (siteId: string) =>
  queryOptions({
    queryKey: logSourcesKey(siteId),
    queryFn: ({ signal }) => ask(api.GET("/api/v1/logs/{siteId}/sources", { params: { path: { siteId } }, signal })),
    refetchInterval: LOOK_EVERY_MS,
  });
