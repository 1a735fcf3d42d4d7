// The search parameters of the page about credits.

import { every } from "../../api/closed_list";
import type { Schemas } from "../../api/client";

export type EntryType = Schemas["LedgerEntryType"];
export const TYPES = every<EntryType>()(["debit", "refund", "grant", "adjustment"]);

export interface CreditsSearch {
  /** The type of transactions that are listed. */
  type?: EntryType;
}

export function readCreditsSearch({ type }: Record<string, unknown>): CreditsSearch {
  const known = TYPES.find((name) => name === type);
  return known === undefined ? {} : { type: known };
}
