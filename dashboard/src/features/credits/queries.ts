// The requests of the page about credits.

import { queryOptions } from "@tanstack/react-query";

import { api, askWhole, type Schemas } from "../../api/client";
import { pagedQuery } from "../../api/paged_query";
import type { EntryType } from "./search";

export type LedgerEntry = Schemas["LedgerEntry"];

const ROWS = 50;
/** As many as the API gives at once. */
const MAX_ROWS = 200;
/** Pages of a period that are summed: beyond, the sums say that they are of the newest lines. */
const MAX_PAGES = 10;

export const ledgerQuery = (orgId: string, type: EntryType | undefined) =>
  pagedQuery({
    queryKey: ["ledger", orgId, type ?? "all"],
    read: (from, signal) => {
      const query = { orgId, limit: ROWS, ...(type === undefined ? {} : { type }), ...from };
      return askWhole(api.GET("/api/v1/credits/ledger", { params: { query }, signal }));
    },
  });

export interface Spent {
  reason: string;
  /** What was paid for it, less what came back. */
  credits: number;
}

/** What a period's credits were paid for, the dearest first; `isWhole` unless there were too many lines. */
export const spentQuery = (orgId: string, periodStart: string) =>
  queryOptions({
    queryKey: ["ledger", orgId, "spent", periodStart],
    queryFn: async ({ signal }) => {
      const sums = new Map<string, number>();
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { data, meta } = await askWhole(api.GET("/api/v1/credits/ledger", { params: { query: { orgId, limit: MAX_ROWS, ...(cursor === undefined ? {} : { cursor }) } }, signal }));
        const ofPeriod = data.items.filter(({ createdAt }) => createdAt >= periodStart);
        for (const { type, reason, amount } of ofPeriod) {
          if (type === "debit" || type === "refund") sums.set(reason, (sums.get(reason) ?? 0) - amount);
        }
        cursor = meta.pagination.nextCursor ?? undefined;
        // Transactions are sorted by their position; an imported one may be older than the previous one.
        if (cursor === undefined || ofPeriod.length === 0) return { rows: spentOf(sums), isWhole: true };
      }
      return { rows: spentOf(sums), isWhole: false };
    },
  });

function spentOf(sums: ReadonlyMap<string, number>): Spent[] {
  return [...sums].map(([reason, credits]) => ({ reason, credits })).filter(({ credits }) => credits > 0).sort((one, other) => other.credits - one.credits);
}
