// The search parameters of the page about credits.

import type { Schemas } from "../../api/client";

export type EntryType = Schemas["LedgerEntryType"];
export const TYPES = ["debit", "refund", "grant", "adjustment"] as const satisfies readonly EntryType[];

export interface CreditsSearch {
  /** The type of transactions that are listed. */
  type?: EntryType;
}

export function readCreditsSearch({ type }: Record<string, unknown>): CreditsSearch {
  const known = TYPES.find((name) => name === type);
  return known === undefined ? {} : { type: known };
}
