// The period and the filters of a page of figures, as search parameters.

export const PERIODS = [1, 7, 30, 90, 365] as const;
export const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;
/** Longer periods are shown by week. */
const MAX_DAY_BARS = 120;
const DAY_MS = 86_400_000;

export interface PeriodSearch {
  /** The number of days, the last of which is today. */
  days?: number;
  /** A custom range, both dates included. `from` and `to` are always set together. */
  from?: string;
  to?: string;
  /** What the figures are compared with: the previous period when left out, the same weekdays a year earlier, or nothing. */
  compare?: "year" | "none";
  page?: string;
  platform?: string;
  /** Filters that this version does not know, as `{dimension}:{is|is_not|contains}:{value}`. */
  filter?: string | readonly string[];
}

/** The search parameters that go along from page to page of a site. */
export const BAR = [
  "days",
  "from",
  "to",
  "compare",
  "page",
  "platform",
  "filter",
] as const satisfies readonly (keyof PeriodSearch)[];

/** A filter of the address: `page:is:/pricing`. */
const FILTER = /^([a-z][a-z_]{0,31}):(is|is_not|contains):(.{1,1024})$/s;
const MAX_FILTERS = 10;

export type Interval = "hour" | "day" | "week";

/** Keys that choose a period: day, week, month, quarter, year. */
export const PERIOD_LETTERS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, q: 90, y: 365 };

function text(value: unknown, maxCharacters: number): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= maxCharacters ? value : undefined;
}

/** The date if it exists; `2026-02-30` does not. */
function date(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value) ? value : undefined;
}

/** The number of days of a range, both dates included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Values that the API would refuse are ignored, so that a mistyped address still shows a page. */
export function readPeriodSearch(search: Record<string, unknown>): PeriodSearch {
  const found: PeriodSearch = {};
  const [from, to] = [date(search.from), date(search.to)];
  if (from !== undefined && to !== undefined && from <= to && daysBetween(from, to) <= MAX_DAYS) {
    found.from = from;
    found.to = to;
  } else {
    const days = Number(search.days);
    if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS && days !== DEFAULT_DAYS) found.days = days;
  }
  if (search.compare === "none") found.compare = "none";
  if (search.compare === "year") found.compare = search.compare;
  const page = text(search.page, 1024);
  if (page?.startsWith("/") === true) found.page = page;
  const platform = text(search.platform, 64);
  if (platform !== undefined) found.platform = platform;
  const others = filtersOf(search.filter).filter(([filter, dimension, operator, value = ""]) => {
    if (operator !== "is") return true;
    if (dimension === "page" && found.page === undefined && value.startsWith("/")) found.page = value;
    else if (dimension === "platform" && found.platform === undefined && value.length <= 64) found.platform = value;
    else return filter !== `page:is:${found.page ?? ""}` && filter !== `platform:is:${found.platform ?? ""}`;
    return false;
  });
  const kept = others.flatMap(([filter]) => filter ?? []);
  if (kept.length > 0) found.filter = kept.length === 1 ? kept[0] : kept;
  return found;
}

/** The filters of an address that follow the grammar, with their parts. */
function filtersOf(value: unknown): string[][] {
  const filters: unknown[] = Array.isArray(value) ? value : [value];
  return filters.slice(0, MAX_FILTERS).flatMap((filter) => {
    const parts = typeof filter === "string" ? FILTER.exec(filter) : null;
    return parts === null ? [] : [[...parts]];
  });
}

/** The filters that this version does not know. */
export function unknownFilters({ filter = [] }: PeriodSearch): readonly string[] {
  return typeof filter === "string" ? [filter] : filter;
}

/** What the search parameters of a site leave for another site: its pages and its own assistants are not those of the other. */
export function forAnotherSite(search: PeriodSearch): PeriodSearch {
  const isOwn = search.platform?.startsWith("c_") === true;
  return { ...search, page: undefined, filter: undefined, ...(isOwn ? { platform: undefined } : {}) };
}

/** The search parameters for the last `days` days, without a custom range. */
export function withDays<Search extends PeriodSearch>(now: Search, days: number): Search {
  return { ...now, from: undefined, to: undefined, days: days === DEFAULT_DAYS ? undefined : days };
}

export function withRange<Search extends PeriodSearch>(now: Search, from: string, to: string): Search {
  return { ...now, days: undefined, from, to };
}

export function hasComparison({ compare }: PeriodSearch): boolean {
  return compare !== "none";
}

export function lengthInDays({ days, from, to }: PeriodSearch): number {
  return from !== undefined && to !== undefined ? daysBetween(from, to) : (days ?? DEFAULT_DAYS);
}

/**
 * The length of a chart's slots: hours for a single day, weeks for long periods, otherwise days. A day of a custom
 * range is not shown by hour, because the service keeps hours only for recent days; those of a year ago neither.
 */
export function intervalOf(search: PeriodSearch): Interval {
  if (search.from === undefined && search.days === 1 && search.compare !== "year") return "hour";
  return lengthInDays(search) > MAX_DAY_BARS ? "week" : "day";
}

type PeriodQuery = ({ days: number } | { from: string; to: string }) & { page?: string; platform?: string };

/** The period and the filters in the API's form. */
export function periodQuery({ days = DEFAULT_DAYS, from, to, page, platform }: PeriodSearch): PeriodQuery {
  return {
    ...(from !== undefined && to !== undefined ? { from, to } : { days }),
    ...(page === undefined ? {} : { page }),
    ...(platform === undefined ? {} : { platform }),
  };
}

/** What the API compares with. */
export function comparisonOf({ compare }: PeriodSearch): { compare?: "previous" | "year" } {
  return compare === "none" ? {} : { compare: compare ?? "previous" };
}

/** The parameters of the overview. Their order matters: early.ts must send the same address. */
export function overviewParams(
  search: PeriodSearch,
): PeriodQuery & { interval: Interval; compare?: "previous" | "year" } {
  return {
    ...periodQuery(search),
    interval: intervalOf(search),
    ...comparisonOf(search),
  };
}

/** Formatters by time zone, because they are slow to create. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Today's date in a time zone. */
export function todayIn(timezone: string, now: Date = new Date()): string {
  // The Swedish locale formats dates as ISO does.
  const calendar =
    calendars.get(timezone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
  calendars.set(timezone, calendar);
  return calendar.format(now);
}
