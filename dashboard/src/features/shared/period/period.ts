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
  /** Set if the figures are not compared with the previous period. */
  compare?: "none";
  page?: string;
  platform?: string;
}

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
  const page = text(search.page, 1024);
  if (page?.startsWith("/") === true) found.page = page;
  const platform = text(search.platform, 64);
  if (platform !== undefined) found.platform = platform;
  return found;
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
 * range is not shown by hour, because the service keeps hours only for recent days.
 */
export function intervalOf(search: PeriodSearch): Interval {
  if (search.from === undefined && search.days === 1) return "hour";
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

/** The parameters of the overview. Their order matters: early.ts must send the same address. */
export function overviewParams(search: PeriodSearch): PeriodQuery & { interval: Interval; compare?: "previous" } {
  return {
    ...periodQuery(search),
    interval: intervalOf(search),
    ...(hasComparison(search) ? { compare: "previous" as const } : {}),
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
