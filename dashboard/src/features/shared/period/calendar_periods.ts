// Periods of the calendar as dates: weeks, months, the year, and all time.

import { parseDate, startOfMonth, startOfWeek, startOfYear, type CalendarDate } from "@internationalized/date";

import { daysBetween } from "./period";

export const CALENDAR_PERIODS = ["week", "lastWeek", "month", "lastMonth", "year", "all"] as const;
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number];

export interface Dates {
  from: string;
  to: string;
}

interface Calendar {
  /** Today's date, where the site is. */
  today: string;
  /** The form of the person's dates, whose region decides on which day a week starts. */
  tag: string;
  /** The day of the site's first event; null without events. */
  since: string | null;
}

/** The dates of a period up to today; null if there are no such dates, or more than the API shows at once. */
export function datesOf(period: CalendarPeriod, { today, tag, since }: Calendar, maxDays: number): Dates | null {
  const now = parseDate(today);
  const until = (from: CalendarDate, to: CalendarDate): Dates => ({ from: from.toString(), to: to.toString() });
  const week = startOfWeek(now, tag);
  const month = startOfMonth(now);
  const dates: Record<CalendarPeriod, () => Dates | null> = {
    week: () => until(week, now),
    lastWeek: () => until(week.subtract({ days: 7 }), week.subtract({ days: 1 })),
    month: () => until(month, now),
    lastMonth: () => until(month.subtract({ months: 1 }), month.subtract({ days: 1 })),
    year: () => until(startOfYear(now), now),
    all: () => (since === null || since > today ? null : { from: since, to: today }),
  };
  const found = dates[period]();
  return found === null || daysBetween(found.from, found.to) > maxDays ? null : found;
}
