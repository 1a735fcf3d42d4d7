// The requests of the page about keys. Answers with a key's text are not requested here, because caches outlive dialogs.

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../api/client";

export type ApiKey = Schemas["ApiKey"];
export type Scope = Schemas["Scope"];

const ROWS = 50;
const LOOK_EVERY_MS = 15_000;
const WAIT_LOOKS_EVERY_MS = 2_000;

export const keysQuery = (orgId: string, show: "active" | "all") =>
  infiniteQueryOptions({
    queryKey: ["keys", orgId, show],
    queryFn: async ({ signal, pageParam }) => {
      const query = {
        orgId, limit: ROWS,
        ...(show === "active" ? { status: "active" as const } : {}),
        ...(pageParam === "" ? {} : { cursor: pageParam }),
      };
      const { data, meta } = await askWhole(api.GET("/api/v1/keys", { params: { query }, signal }));
      return { items: data.items, next: meta.pagination.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
    select: (found) => found.pages.flatMap(({ items }) => items),
    refetchInterval: LOOK_EVERY_MS,
  });

/** Asked again and again until the key was used once. */
export const firstUseQuery = (orgId: string, keyId: string) =>
  queryOptions({
    queryKey: ["key", orgId, keyId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/keys/{keyId}", { params: { path: { keyId }, query: { orgId } }, signal })),
    refetchInterval: WAIT_LOOKS_EVERY_MS,
    staleTime: 0,
  });
