// Which choices of the bar each page applies, and why it cannot apply others.

import { useLingui } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";

import type { PeriodSearch } from "./period";

export const FIGURE_PAGES = ["overview", "live", "pages", "questions", "citations", "crawlers"] as const;
export type FiguresPage = (typeof FIGURE_PAGES)[number];

export const CHOICES = ["period", "comparison", "page", "platform"] as const;
export type Choice = (typeof CHOICES)[number];

export type Reason = "live" | "notForPage" | "notForPlatform";

/** What is in no row is applied. Panels of the overview may still leave out a figure: its response names them. */
const CANNOT: Readonly<Record<FiguresPage, Readonly<Partial<Record<Choice, Reason>>>>> = {
  overview: {},
  live: { period: "live", comparison: "live", page: "live", platform: "live" },
  pages: {},
  questions: {},
  citations: { page: "notForPage", platform: "notForPlatform" },
  crawlers: { platform: "notForPlatform" },
};

/** Why a page cannot apply a choice; null if it does. */
export function reasonAgainst(page: FiguresPage, choice: Choice): Reason | null {
  return CANNOT[page][choice] ?? null;
}

/** The search parameters without the filters that a page cannot apply, for its requests and files. */
export function appliedOn<Search extends PeriodSearch>(page: FiguresPage, search: Search): Search {
  const applies = (choice: Choice): boolean => reasonAgainst(page, choice) === null;
  return {
    ...search,
    filter: undefined,
    ...(applies("page") ? {} : { page: undefined }),
    ...(applies("platform") ? {} : { platform: undefined }),
  };
}

/** Whether the address has a filter by page or assistant, so that a figure may be missing because of it. */
export function useHasFilter(): boolean {
  const { page, platform }: PeriodSearch = useSearch({ strict: false });
  return page !== undefined || platform !== undefined;
}

export function useReasonWords(): Readonly<Record<Reason, string>> {
  const { t } = useLingui();
  return {
    live: t`Live shows everything of the last 30 minutes`,
    notForPage: t`not available for a single page`,
    notForPlatform: t`not available for a single assistant or network`,
  };
}
