// The requests of the page about the audit log.

import { queryOptions } from "@tanstack/react-query";

import { api, ask, askWhole, type Schemas } from "../../api/client";
import { pagedQuery } from "../../api/paged_query";
import { filterOf, type AuditSearch } from "./search";

export type AuditEntry = Schemas["AuditEntry"];

const ROWS = 50;
/** How long the result of a check is used, because a check reads every entry of the log. */
const CHECKED_FOR_MS = 10 * 60_000;

/** Only the filters: opening an entry next to the list does not change the list. */
const onlyFilters = ({ action, actor, target, days, from, to }: AuditSearch) => ({
  action,
  actor,
  target,
  days,
  from,
  to,
});

export const auditQuery = (orgId: string, search: AuditSearch) =>
  pagedQuery({
    queryKey: ["audit", orgId, onlyFilters(search)],
    read: (from, signal) =>
      askWhole(
        api.GET("/api/v1/audit", {
          params: { query: { orgId, limit: ROWS, ...filterOf(search, Date.now()), ...from } },
          signal,
        }),
      ),
  });

export const chainQuery = (orgId: string) =>
  queryOptions({
    queryKey: ["audit_chain", orgId],
    queryFn: ({ signal }) => ask(api.GET("/api/v1/audit/verify", { params: { query: { orgId } }, signal })),
    staleTime: CHECKED_FOR_MS,
  });

export interface AuditExport {
  /** The entries as NDJSON, as the API sends them. */
  lines: string;
  /** Whether the oldest entries were left out because there are too many for one file. */
  isPart: boolean;
}

/** Reads the export of the entries that match the filters. */
export async function readExport(orgId: string, search: AuditSearch): Promise<AuditExport> {
  const sent = await api.GET("/api/v1/audit/export", {
    params: { query: { orgId, ...filterOf(search, Date.now()) } },
    parseAs: "text",
  });
  const lines = await askWhole(Promise.resolve(sent as { data?: string; response: Response }));
  return { lines, isPart: sent.response.headers.has("x-export-truncated") };
}

/** The entries of an export. */
export const entriesOf = (lines: string): AuditEntry[] =>
  lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AuditEntry);
