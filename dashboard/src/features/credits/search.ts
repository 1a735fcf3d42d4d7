// The search parameters of the page about credits.

import type { Schemas } from "../../api/client";

export type EntryType = Schemas["LedgerEntryType"];
export const TYPES = ["debit", "refund", "grant", "adjustment"] as const satisfies readonly EntryType[];

export interface CreditsSearch {
  /** Which lines of the ledger. */
  type?: EntryType;
}

export function readCreditsSearch({ type }: Record<string, unknown>): CreditsSearch {
  const known = TYPES.find((name) => name === type);
  return known === undefined ? {} : { type: known };
}
