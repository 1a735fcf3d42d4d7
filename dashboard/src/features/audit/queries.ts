// What the page about the audit log asks.

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../api/client";
import { filterOf, type AuditSearch } from "./search";

export type AuditEntry = Schemas["AuditEntry"];

const ROWS = 50;
/** The check reads every entry that there ever was. */
const CHECKED_FOR_MS = 10 * 60_000;

export const auditQuery = (orgId: string, { action, actor, target, days }: AuditSearch) =>
  infiniteQueryOptions({
    queryKey: ["audit", orgId, { action, actor, target, days }],
    queryFn: async ({ signal, pageParam }) => {
      const query = { orgId, limit: ROWS, ...filterOf({ action, actor, target, days }, Date.now()), ...(pageParam === "" ? {} : { cursor: pageParam }) };
      const { data, meta } = await askWhole(api.GET("/api/v1/audit", { params: { query }, signal }));
      return { items: data.items, next: meta.pagination.nextCursor ?? null };
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.next,
    select: (found) => found.pages.flatMap(({ items }) => items),
  });

export const chainQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["audit_chain", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/audit/verify", { params: { query: { orgId } }, signal })),
    staleTime: CHECKED_FOR_MS,
  });

/** All that the filters find, as NDJSON, oldest entries left out where there are too many. */
export function exportAddress(orgId: string, search: AuditSearch, now: number): string {
  return `/api/v1/audit/export?${new URLSearchParams({ orgId, ...filterOf(search, now) }).toString()}`;
}
