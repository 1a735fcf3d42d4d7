// The requests of the page about keys. Requests whose response contains a key's text are not here, because caches
// outlive dialogs.

import { queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../../api/client";
import { pagedQuery } from "../../../api/paged_query";

export type ApiKey = Schemas["ApiKey"];
export type Scope = Schemas["Scope"];

const ROWS = 50;
const LOOK_EVERY_MS = 15_000;
const FIRST_USE_INTERVAL_MS = 2_000;

export const keysQuery = (orgId: string, show: "active" | "all") =>
  pagedQuery({
    queryKey: ["keys", orgId, show],
    read: (from, signal) => {
      const query = { orgId, limit: ROWS, ...(show === "active" ? { status: "active" as const } : {}), ...from };
      return askWhole(api.GET("/api/v1/keys", { params: { query }, signal }));
    },
    refetchInterval: LOOK_EVERY_MS,
  });

/** The requests of a key in the last 90 days. */
export const keyUsageQuery = (orgId: string, keyId: string) =>
  queryOptions({
    queryKey: ["key_usage", orgId, keyId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/keys/{keyId}/usage", { params: { path: { keyId }, query: { orgId } }, signal })),
    refetchInterval: LOOK_EVERY_MS,
  });

/** Repeated as long as a new key is shown, so that its first use becomes visible. */
export const firstUseQuery = (orgId: string, keyId: string) =>
  queryOptions({
    queryKey: ["key", orgId, keyId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/keys/{keyId}", { params: { path: { keyId }, query: { orgId } }, signal })),
    refetchInterval: FIRST_USE_INTERVAL_MS,
    staleTime: 0,
  });
