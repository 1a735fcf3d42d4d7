// The days that a page of figures covers, as the address has them, and the other filters.

export const PERIODS = [1, 7, 30, 90, 365] as const;
export const DAYS_USUAL = 30;
const MAX_DAYS = 365;
/** More days than this are drawn by week. */
const MAX_DAY_BARS = 120;
const DAY_MS = 86_400_000;

export interface PeriodSearch {
  /** The last so many days, today included. */
  days?: number;
  /** Both, or neither: a range of its own, both dates included. */
  from?: string;
  to?: string;
  /** Everything is compared with the period before, unless the address says otherwise. */
  compare?: "none";
  page?: string;
  platform?: string;
}

export type Interval = "hour" | "day" | "week";

/** Letters that choose a period, as on a keyboard: day, week, month, quarter, year. */
export const PERIOD_LETTERS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, q: 90, y: 365 };

function text(value: unknown, charactersMost: number): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= charactersMost ? value : undefined;
}

/** Whether the calendar has this date: `2026-02-30` does not exist. */
function date(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value) ? value : undefined;
}

/** The days of a range, both ends included. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** What the API would refuse is left out, so that a mistyped address still shows a page. */
export function readPeriodSearch(search: Record<string, unknown>): PeriodSearch {
  const found: PeriodSearch = {};
  const [from, to] = [date(search.from), date(search.to)];
  if (from !== undefined && to !== undefined && from <= to && daysBetween(from, to) <= MAX_DAYS) {
    found.from = from;
    found.to = to;
  } else {
    const days = Number(search.days);
    if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS && days !== DAYS_USUAL) found.days = days;
  }
  if (search.compare === "none") found.compare = "none";
  const page = text(search.page, 1024);
  if (page?.startsWith("/") === true) found.page = page;
  const platform = text(search.platform, 64);
  if (platform !== undefined) found.platform = platform;
  return found;
}

/** The address of another period: a range of its own and a number of days exclude each other. */
export function withDays<Search extends PeriodSearch>(now: Search, days: number): Search {
  return { ...now, from: undefined, to: undefined, days: days === DAYS_USUAL ? undefined : days };
}

export function withRange<Search extends PeriodSearch>(now: Search, from: string, to: string): Search {
  return { ...now, days: undefined, from, to };
}

export function comparesBefore({ compare }: PeriodSearch): boolean {
  return compare !== "none";
}

export function lengthInDays({ days, from, to }: PeriodSearch): number {
  return from !== undefined && to !== undefined ? daysBetween(from, to) : (days ?? DAYS_USUAL);
}

/** The bars of a chart: hours of a day, days, and weeks of a long period. Hours are available only for the last days. */
export function intervalOf(search: PeriodSearch): Interval {
  if (search.from === undefined && search.days === 1) return "hour";
  return lengthInDays(search) > MAX_DAY_BARS ? "week" : "day";
}

type PeriodQuery = ({ days: number } | { from: string; to: string }) & { page?: string; platform?: string };

/** The question that the API is asked. */
export function periodQuery({ days = DAYS_USUAL, from, to, page, platform }: PeriodSearch): PeriodQuery {
  return {
    ...(from !== undefined && to !== undefined ? { from, to } : { days }),
    ...(page === undefined ? {} : { page }),
    ...(platform === undefined ? {} : { platform }),
  };
}

/** The parameters of the whole overview, in their order in the address. */
export function overviewAsked(search: PeriodSearch): PeriodQuery & { interval: Interval; compare?: "previous" } {
  return { ...periodQuery(search), interval: intervalOf(search), ...(comparesBefore(search) ? { compare: "previous" as const } : {}) };
}

/** Formatters are slow to make. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** Today where the site is. */
export function todayIn(timezone: string, now: Date = new Date()): string {
  // Sweden writes dates as ISO does.
  const calendar = calendars.get(timezone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
  calendars.set(timezone, calendar);
  return calendar.format(now);
}
