// What stands in the addresses of the long tables.

import type { Schemas } from "../../api/client";
import { readPeriodSearch, type PeriodSearch } from "./period";

export const PAGE_SORTS = ["path", "views", "aiClicks", "questionClicks", "aiReferrals", "citations", "clickRate", "lastClickAt"] as const satisfies readonly Schemas["PageSort"][];
export type PageSort = (typeof PAGE_SORTS)[number];

export interface PagesSearch extends PeriodSearch {
  q?: string;
  sort?: PageSort;
  order?: "asc" | "desc";
}

export function readPagesSearch(search: Record<string, unknown>): PagesSearch {
  const found: PagesSearch = readPeriodSearch(search);
  const { q, sort, order } = search;
  // A search for digits comes as a number out of the address.
  const sought = typeof q === "number" ? String(q) : q;
  if (typeof sought === "string" && sought !== "" && sought.length <= 200) found.q = sought;
  const known = PAGE_SORTS.find((name) => name === sort);
  if (known !== undefined) found.sort = known;
  if (order === "asc" || order === "desc") found.order = order;
  return found;
}

export const readQuestionsSearch = readPeriodSearch;
export type QuestionsSearch = PeriodSearch;
