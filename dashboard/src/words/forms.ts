// Numbers, dates and durations in the person's format.

import { useLingui } from "@lingui/react";
import { useEffect, useMemo, useState } from "react";

import { KNOWN_FORMS, dayBy, daysBy, decimalBy, groupedBy, percentBy, weekdayBy } from "./known_forms";
import { formsFor, type Language } from "./language";

const SECOND_MS = 1000;
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
/** Figures from this value on are shortened where there is little room. */
const BRIEF_FROM = 1_000_000;
/** Older or later moments are shown as a date instead of "43 days ago". */
const MAX_DAYS_AS_SPAN = 30;

export interface Forms {
  number: (value: number) => string;
  /** For tiles and axes: millions are shortened, as in "3.9M". Show the exact figure nearby. */
  brief: (value: number) => string;
  percent: (ratio: number) => string;
  decimal: (value: number) => string;
  /** The ends of an interval: "31–46%". */
  interval: (low: number, high: number) => string;
  date: (moment: string | Date) => string;
  day: (date: string) => string;
  /** With the weekday: "Sun, Nov 22". */
  weekday: (date: string) => string;
  /** "Oct 23 – Nov 21". */
  days: (from: string, to: string) => string;
  /** A shorter form for ranges across years: "11/23/25 – 11/22/26". */
  daysBrief: (from: string, to: string) => string;
  /** The time of day in a time zone. */
  hour: (moment: string, timezone: string) => string;
  /** The time of day in the person's time zone. */
  time: (moment: string) => string;
  moment: (moment: string) => string;
  /** For what has happened: "3 seconds ago", "yesterday". Never in the future, whatever the server's clock says. */
  ago: (moment: string, clock: Clock) => string;
  /** For what is still to happen: "in 12 days". Never in the past. */
  until: (moment: string, clock: Clock) => string;
  /** For what may be either, such as the end of a key. */
  span: (moment: string, clock: Clock) => string;
}

/** The current time, and how often it is updated. Words use no unit that is finer than that. */
export interface Clock {
  readonly now: number;
  readonly everyMs: number;
}

/** Formatters are slow to create and have no state, so each language has one set. */
const made = new Map<string, Forms>();

export function formsOf(tag: string): Forms {
  const kept = made.get(tag);
  if (kept !== undefined) return kept;
  const forms = newForms(tag);
  made.set(tag, forms);
  return forms;
}

/** Each formatter is created at its first use, so that the first figures of a page wait for as few as possible. */
function newForms(tag: string): Forms {
  const known = KNOWN_FORMS[tag];
  const number = once(() => new Intl.NumberFormat(tag));
  const compact = once(() => new Intl.NumberFormat(tag, { notation: "compact", maximumFractionDigits: 1 }));
  const percent = once(() => new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 }));
  const decimal = once(() => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  const date = once(() => new Intl.DateTimeFormat(tag, { dateStyle: "medium" }));
  const day = once(() => new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", timeZone: "UTC" }));
  const dated = once(
    () => new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }),
  );
  const weekday = once(
    () => new Intl.DateTimeFormat(tag, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }),
  );
  const time = once(() => new Intl.DateTimeFormat(tag, { timeStyle: "short" }));
  const moment = once(() => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }));
  const relative = once(() => new Intl.RelativeTimeFormat(tag, { numeric: "auto" }));
  const numeric = once(
    () => new Intl.DateTimeFormat(tag, { day: "2-digit", month: "2-digit", year: "2-digit", timeZone: "UTC" }),
  );
  const hours = new Map<string, Intl.DateTimeFormat>();
  const hourIn = (timeZone: string): Intl.DateTimeFormat => {
    const hour = hours.get(timeZone) ?? new Intl.DateTimeFormat(tag, { timeStyle: "short", timeZone });
    hours.set(timeZone, hour);
    return hour;
  };
  const start = (value: string): Date => new Date(`${value}T00:00:00Z`);
  /** The year is shown only if it is not the current one. */
  const days = (from: string, to: string): string => {
    const year = to.slice(0, 4);
    if (from.startsWith(year) && year !== String(new Date().getFullYear()))
      return dated().formatRange(start(from), start(to));
    return (known && daysBy(known, from, to)) ?? day().formatRange(start(from), start(to));
  };
  const span = (at: number, { now, everyMs }: Clock): string => {
    const seconds = Math.round((at - now) / SECOND_MS);
    if (Math.abs(seconds) > MAX_DAYS_AS_SPAN * 86_400) return date().format(new Date(at));
    const steps = STEPS.filter(([, step]) => step * SECOND_MS >= everyMs);
    const [unit, length] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? steps.at(-1) ?? ["second", 1];
    return relative().format(Math.trunc(seconds / length), unit);
  };
  const forms: Forms = {
    number: (value) => (known && groupedBy(known, value)) ?? number().format(value),
    brief: (value) => (value < BRIEF_FROM ? forms.number(value) : compact().format(value)),
    percent: (ratio) => (known && percentBy(known, ratio)) ?? percent().format(ratio),
    decimal: (value) => (known && decimalBy(known, value)) ?? decimal().format(value),
    interval: (low, high) => `${forms.number(Math.round(low * 100))}–${forms.percent(high)}`,
    date: (value) => date().format(new Date(value)),
    day: (value) => (known && dayBy(known, value)) ?? day().format(start(value)),
    weekday: (value) => (known && weekdayBy(known, value)) ?? weekday().format(start(value)),
    days,
    daysBrief: (from, to) =>
      from.slice(0, 4) === to.slice(0, 4) ? days(from, to) : numeric().formatRange(start(from), start(to)),
    hour: (value, timezone) => hourIn(timezone).format(new Date(value)),
    time: (value) => time().format(new Date(value)),
    moment: (value) => moment().format(new Date(value)),
    ago: (value, clock) => span(Math.min(Date.parse(value), clock.now), clock),
    until: (value, clock) => span(Math.max(Date.parse(value), clock.now), clock),
    span: (value, clock) => span(Date.parse(value), clock),
  };
  return forms;
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

export function useForms(): Forms {
  const { i18n } = useLingui();
  return useMemo(() => formsOf(formsFor(i18n.locale as Language, navigator.languages)), [i18n.locale]);
}

/** The current time, updated every `everyMs`, for spans of time in words. */
export function useClock(everyMs: number): Clock {
  const now = useNow(everyMs);
  return useMemo(() => ({ now, everyMs }), [now, everyMs]);
}

/** The current time, updated every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, everyMs);
    return () => {
      clearInterval(timer);
    };
  }, [everyMs]);
  return now;
}
