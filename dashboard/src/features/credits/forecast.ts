// How many credits will be left at the end of the period, if use continues as so far.

import type { Schemas } from "../../api/client";

const DAY_MS = 86_400_000;
/** From fewer days one cannot tell a pace: a single run may be all of them. */
const MIN_DAYS = 3;

export type Forecast =
  | { kind: "too_early"; days: number }
  | { kind: "nothing_used" }
  /** `left` at the end of the period. */
  | { kind: "lasts"; used: number; left: number }
  /** Zero is reached about then, before the period's end. */
  | { kind: "runs_out"; used: number; at: Date };

export function forecastOf({ usedThisPeriod, available, periodStart, periodEnd }: Schemas["Credits"], now: number): Forecast {
  const start = Date.parse(periodStart);
  const passed = (now - start) / DAY_MS;
  if (passed < MIN_DAYS) return { kind: "too_early", days: MIN_DAYS };
  if (usedThisPeriod <= 0) return { kind: "nothing_used" };
  const perDay = usedThisPeriod / passed;
  const toCome = Math.max(0, (Date.parse(periodEnd) - now) / DAY_MS) * perDay;
  const used = Math.round(usedThisPeriod + toCome);
  if (toCome > available) return { kind: "runs_out", used, at: new Date(now + (Math.max(0, available) / perDay) * DAY_MS) };
  return { kind: "lasts", used, left: Math.round(available - toCome) };
}
