// The counts that tiles compare. Today and yesterday are compared over the hours of today that have ended.

import { intervalOf, type PeriodSearch } from "../shared/period/period";
import type { OverviewAnswer } from "../shared/loop/metric_words";

export type Count = "asks" | "aiReferrals" | "questionClicks" | "shares";

export interface Compared {
  values: Readonly<Record<Count, number>>;
  before: Readonly<Record<Count, number>>;
  /** The end of the last hour that is compared; null if whole periods are. */
  until: string | null;
}

const HOUR_MS = 3_600_000;
const COUNTS = ["asks", "aiReferrals", "questionClicks", "shares"] as const satisfies readonly Count[];

type Answer = Pick<OverviewAnswer, "totals" | "series" | "previous">;

/** Null without a comparison, and in the first hour of a day. */
export function comparedCounts(
  { totals, series, previous }: Answer,
  search: PeriodSearch,
  now: number,
): Compared | null {
  if (previous === undefined || previous === null) return null;
  if (intervalOf(search) !== "hour") return { values: totals, before: previous.totals, until: null };
  const ended = series.filter(({ date }) => Date.parse(date) + HOUR_MS <= now);
  const last = ended.at(-1);
  if (last === undefined) return null;
  const sums = (rows: readonly (typeof series)[number][]): Record<Count, number> =>
    Object.fromEntries(COUNTS.map((count) => [count, rows.reduce((sum, row) => sum + row[count], 0)])) as Record<
      Count,
      number
    >;
  return {
    values: sums(ended),
    before: sums(previous.series.slice(0, ended.length)),
    until: new Date(Date.parse(last.date) + HOUR_MS).toISOString(),
  };
}
