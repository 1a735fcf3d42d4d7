// The span of days that a page of figures is about, as it stands in the address.

export const PERIODS = [1, 7, 30, 90, 365] as const;
export const DAYS_USUAL = 30;
const DAYS_MOST = 365;

export interface PeriodSearch {
  days?: number;
  page?: string;
  platform?: string;
}

/** Letters that choose a period, as on a keyboard: day, week, month, quarter, year. */
export const PERIOD_LETTERS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, q: 90, y: 365 };

function text(value: unknown, charactersMost: number): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= charactersMost ? value : undefined;
}

/** What the API would refuse is left out, so that a mistyped address still shows a page. */
export function readPeriodSearch(search: Record<string, unknown>): PeriodSearch {
  const days = Number(search.days);
  const found: PeriodSearch = {};
  if (Number.isInteger(days) && days >= 1 && days <= DAYS_MOST && days !== DAYS_USUAL) found.days = days;
  const page = text(search.page, 1024);
  if (page?.startsWith("/") === true) found.page = page;
  const platform = text(search.platform, 64);
  if (platform !== undefined) found.platform = platform;
  return found;
}

/** The question that the API is asked. */
export function periodQuery({ days = DAYS_USUAL, page, platform }: PeriodSearch): { days: number; page?: string; platform?: string } {
  return { days, ...(page === undefined ? {} : { page }), ...(platform === undefined ? {} : { platform }) };
}
