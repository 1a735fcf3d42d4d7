// The search parameters of the overview and the long tables.

import { every } from "../../../api/closed_list";
import type { Schemas } from "../../../api/client";
import { readPeriodSearch, type PeriodSearch } from "../period/period";

export const METRICS = ["asks", "aiReferrals", "questionClicks", "shares", "per100", "cited"] as const;
export type Metric = (typeof METRICS)[number];

export const SHEETS = ["assistants", "questions", "items", "sources", "shares", "crawlers"] as const;
export type SheetName = (typeof SHEETS)[number];

export const SHEET_SORTS = ["name", "value", "change", "back"] as const;
export type SheetSort = (typeof SHEET_SORTS)[number];

const MAX_FIND_CHARACTERS = 200;

export interface OverviewSearch extends PeriodSearch {
  /** The figure that the chart shows; asks when left out. */
  figure?: Metric;
  /** The whole table that is open next to the page. */
  sheet?: SheetName;
  /** The text that is searched in that table. */
  find?: string;
  /**
   * The column that sorts the table, unless it is the default one; `order` is set if the direction is not the column's
   * default.
   */
  column?: SheetSort;
  order?: "asc" | "desc";
  /** Groups pages by folder. */
  by?: "folder";
  /** Lists the pages that rose or fell most. */
  top?: "rising" | "falling";
  /** Shows the AI loop of each top page. */
  loop?: "pages";
}

function known<Name extends string>(names: readonly Name[], value: unknown): Name | undefined {
  return names.find((name) => name === value);
}

export function readOverviewSearch(search: Record<string, unknown>): OverviewSearch {
  const found: OverviewSearch = readPeriodSearch(search);
  const [figure, sheet] = [known(METRICS, search.figure), known(SHEETS, search.sheet)];
  if (figure !== undefined && figure !== "asks") found.figure = figure;
  if (sheet !== undefined) {
    found.sheet = sheet;
    const [find, column, order] = [
      search.find,
      known(SHEET_SORTS, search.column),
      known(["asc", "desc"] as const, search.order),
    ];
    if (typeof find === "string" || typeof find === "number") found.find = String(find).slice(0, MAX_FIND_CHARACTERS);
    if (column !== undefined && column !== "value") found.column = column;
    if (order !== undefined) found.order = order;
  }
  if (search.by === "folder") found.by = "folder";
  const top = known(["rising", "falling"] as const, search.top);
  if (top !== undefined) found.top = top;
  if (search.loop === "pages") found.loop = "pages";
  return found;
}

export const PAGE_SORTS = [
  "path",
  "views",
  "asks",
  "change",
  "questionClicks",
  "aiReferrals",
  "citations",
  "clickRate",
  "lastClickAt",
] as const satisfies readonly Schemas["PageSort"][];
export type PageSort = (typeof PAGE_SORTS)[number];

export interface PagesSearch extends PeriodSearch {
  q?: string;
  sort?: PageSort;
  order?: "asc" | "desc";
  by?: "folder";
  /** The page whose sheet is open. */
  open?: string;
}

export function readPagesSearch(search: Record<string, unknown>): PagesSearch {
  const found: PagesSearch = readPeriodSearch(search);
  const { q, order, open } = search;
  // The router parses a search for digits as a number.
  const sought = typeof q === "number" ? String(q) : q;
  if (typeof sought === "string" && sought !== "" && sought.length <= 200) found.q = sought;
  const sort = known(PAGE_SORTS, search.sort);
  if (sort !== undefined && sort !== "asks") found.sort = sort;
  if (order === "asc" || order === "desc") found.order = order;
  if (search.by === "folder") found.by = "folder";
  if (typeof open === "string" && open.startsWith("/") && open.length <= 1024) found.open = open;
  return found;
}

export const BOARD_SORTS = every<Schemas["SitesOverviewSort"]>()(["attention", "name", "asks"]);
export type BoardSort = (typeof BOARD_SORTS)[number];
export const BOARD_PERIODS = [7, 30, 90] as const;

export interface BoardSearch {
  days?: (typeof BOARD_PERIODS)[number];
  q?: string;
  sort?: BoardSort;
}

export function readBoardSearch(search: Record<string, unknown>): BoardSearch {
  const found: BoardSearch = {};
  const days = BOARD_PERIODS.find((period) => period === Number(search.days));
  if (days !== undefined && days !== 30) found.days = days;
  const sought = typeof search.q === "number" ? String(search.q) : search.q;
  if (typeof sought === "string" && sought !== "" && sought.length <= 200) found.q = sought;
  const sort = known(BOARD_SORTS, search.sort);
  if (sort !== undefined && sort !== "attention") found.sort = sort;
  return found;
}

export const READ_PURPOSES = every<Schemas["ReadPurpose"]>()(["training", "search", "user", "agent", "other"]);
export type ReadPurpose = (typeof READ_PURPOSES)[number];
export const EVIDENCE = every<Schemas["Evidence"]>()(["verified", "claimed", "refuted"]);
export type Evidence = (typeof EVIDENCE)[number];
export const READ_PAGE_LISTS = every<Schemas["ReadPageList"]>()(["all", "never_cited", "not_read"]);
export type ReadPageList = (typeof READ_PAGE_LISTS)[number];

/** The period of the page about crawlers, its filters, and whether the log sources are open. */
export interface CrawlersSearch extends PeriodSearch {
  purpose?: ReadPurpose;
  evidence?: Evidence;
  list?: ReadPageList;
  sources?: "open";
}

export function readCrawlersSearch(search: Record<string, unknown>): CrawlersSearch {
  const found: CrawlersSearch = readPeriodSearch(search);
  const purpose = READ_PURPOSES.find((one) => one === search.purpose);
  if (purpose !== undefined) found.purpose = purpose;
  const evidence = EVIDENCE.find((one) => one === search.evidence);
  if (evidence !== undefined) found.evidence = evidence;
  const list = READ_PAGE_LISTS.find((one) => one === search.list);
  if (list !== undefined && list !== "all") found.list = list;
  if (search.sources === "open") found.sources = "open";
  return found;
}

export const readQuestionsSearch = readPeriodSearch;
export type QuestionsSearch = PeriodSearch;
