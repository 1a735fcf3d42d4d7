// Formats whole numbers, rates and days without Intl. The first use of Intl takes about 0.1 s on a slow machine, and
// the first figures would wait for it. All other values use Intl; a test compares the two.

export interface KnownForm {
  group: string;
  point: string;
  /** The space before the percent sign. */
  gap: string;
  months: readonly string[];
  weekdays: readonly string[];
  day: (day: number, month: string) => string;
  weekday: (weekday: string, day: string) => string;
  /** A range within one month. */
  within: (first: number, last: number, month: string) => string;
}

const TO = "\u2009–\u2009";

export const KNOWN_FORMS: Readonly<Partial<Record<string, KnownForm>>> = {
  "en-US": {
    group: ",",
    point: ".",
    gap: "",
    months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    day: (day, month) => `${month} ${String(day)}`,
    weekday: (weekday, day) => `${weekday}, ${day}`,
    within: (first, last, month) => `${month} ${String(first)}${TO}${String(last)}`,
  },
  "de-DE": {
    group: ".",
    point: ",",
    gap: "\u00a0",
    months: ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."],
    weekdays: ["So.", "Mo.", "Di.", "Mi.", "Do.", "Fr.", "Sa."],
    day: (day, month) => `${String(day)}. ${month}`,
    weekday: (weekday, day) => `${weekday}, ${day}`,
    within: (first, last, month) => `${String(first)}.–${String(last)}. ${month}`,
  },
};

/** Undefined for values other than whole numbers from zero. */
export function groupedBy({ group }: KnownForm, value: number): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0)) return undefined;
  return String(value).replace(/\B(?=(\d{3})+$)/g, group);
}

/**
 * `value` times 10 to the power of `places`, rounded. Works with the decimal digits, because a multiplication of floats
 * may round differently.
 */
function moved(value: number, places: number): number {
  return value < 0 || Object.is(value, -0) ? NaN : Math.round(Number(`${String(value)}e${String(places)}`));
}

export function percentBy(form: KnownForm, ratio: number): string | undefined {
  const whole = groupedBy(form, moved(ratio, 2));
  return whole === undefined ? undefined : `${whole}${form.gap}%`;
}

export function decimalBy(form: KnownForm, value: number): string | undefined {
  const tenths = moved(value, 1);
  const whole = groupedBy(form, Math.floor(tenths / 10));
  return whole === undefined ? undefined : `${whole}${form.point}${String(tenths % 10)}`;
}

interface Day {
  year: number;
  month: number;
  day: number;
}

/** Parses `2026-11-03`; undefined for anything else. */
function read(date: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) return undefined;
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) - 1, day: Number(date.slice(8)) };
}

export function dayBy(form: KnownForm, date: string): string | undefined {
  const found = read(date);
  return found === undefined ? undefined : form.day(found.day, form.months[found.month] ?? "");
}

export function weekdayBy(form: KnownForm, date: string): string | undefined {
  const day = dayBy(form, date);
  return day === undefined
    ? undefined
    : form.weekday(form.weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "", day);
}

/** Undefined for a range across years. */
export function daysBy(form: KnownForm, from: string, to: string): string | undefined {
  const [first, last] = [read(from), read(to)];
  if (first === undefined || first.year !== last?.year || from > to) return undefined;
  const [begin, end] = [
    form.day(first.day, form.months[first.month] ?? ""),
    form.day(last.day, form.months[last.month] ?? ""),
  ];
  if (from === to) return begin;
  return first.month === last.month
    ? form.within(first.day, last.day, form.months[last.month] ?? "")
    : `${begin}${TO}${end}`;
}
