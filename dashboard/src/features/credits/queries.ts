// The requests of the page about credits.

import { queryOptions } from "@tanstack/react-query";

import { api, askWhole, type Schemas } from "../../api/client";
import { pagedQuery } from "../../api/paged_query";
import type { EntryType } from "./search";

export type LedgerEntry = Schemas["LedgerEntry"];

const ROWS = 50;
/** The API's maximum page size. */
const MAX_ROWS = 200;
/**
 * The maximum number of pages that are summed. Beyond it the page says that only the newest transactions are included.
 */
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
  /** Payments minus refunds. */
  credits: number;
}

/**
 * What the credits of a period were spent on, largest amount first. `isWhole` is false if there were too many
 * transactions to sum.
 */
export const spentQuery = (orgId: string, periodStart: string) =>
  queryOptions({
    queryKey: ["ledger", orgId, "spent", periodStart],
    queryFn: async ({ signal }) => {
      const sums = new Map<string, number>();
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { data, meta } = await askWhole(
          api.GET("/api/v1/credits/ledger", {
            params: { query: { orgId, limit: MAX_ROWS, ...(cursor === undefined ? {} : { cursor }) } },
            signal,
          }),
        );
        const ofPeriod = data.items.filter(({ createdAt }) => createdAt >= periodStart);
        for (const { type, reason, amount } of ofPeriod) {
          if (type === "debit" || type === "refund") sums.set(reason, (sums.get(reason) ?? 0) - amount);
        }
        cursor = meta.pagination.nextCursor ?? undefined;
        // Stops only at a page without any transaction of the period: the ledger is sorted by position, and an imported
        // transaction may be older than the one before it.
        if (cursor === undefined || ofPeriod.length === 0) return { rows: spentOf(sums), isWhole: true };
      }
      return { rows: spentOf(sums), isWhole: false };
    },
  });

function spentOf(sums: ReadonlyMap<string, number>): Spent[] {
  return [...sums]
    .map(([reason, credits]) => ({ reason, credits }))
    .filter(({ credits }) => credits > 0)
    .sort((one, other) => other.credits - one.credits);
}
