// The search parameters of a page's file: which page, and how many days.

import { readPeriodSearch, type PeriodSearch } from "../shared/period/period";

/** Days of a page's file unless others are chosen: a text changes seldom. */
export const FILE_DAYS = 90;

export interface PageFileSearch extends PeriodSearch {
  /** The page's path. */
  path?: string;
}

const MAX_PATH_CHARACTERS = 1024;

export function readPageFileSearch(search: Record<string, unknown>): PageFileSearch {
  const { path } = search;
  const isPath = typeof path === "string" && path.startsWith("/") && path.length <= MAX_PATH_CHARACTERS;
  return { ...readPeriodSearch(search), ...(isPath ? { path } : {}) };
}
