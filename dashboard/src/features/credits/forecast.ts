// Forecasts the credits left at the end of the period. It assumes that use continues at the current rate.

import type { Schemas } from "../../api/client";

const DAY_MS = 86_400_000;
/** With fewer days there is no forecast, because a single run may account for all of the use. */
const MIN_DAYS = 3;

export type Forecast =
  | { kind: "too_early"; days: number }
  | { kind: "nothing_used" }
  /** `left` is the balance at the end of the period. */
  | { kind: "lasts"; used: number; left: number }
  /** The balance reaches zero before the end of the period, at about `at`. */
  | { kind: "runs_out"; used: number; at: Date };

export function forecastOf(
  { usedThisPeriod, available, periodStart, periodEnd }: Schemas["Credits"],
  now: number,
): Forecast {
  const start = Date.parse(periodStart);
  const passed = (now - start) / DAY_MS;
  if (passed < MIN_DAYS) return { kind: "too_early", days: MIN_DAYS };
  if (usedThisPeriod <= 0) return { kind: "nothing_used" };
  const perDay = usedThisPeriod / passed;
  const toCome = Math.max(0, (Date.parse(periodEnd) - now) / DAY_MS) * perDay;
  const used = Math.round(usedThisPeriod + toCome);
  if (toCome > available)
    return { kind: "runs_out", used, at: new Date(now + (Math.max(0, available) / perDay) * DAY_MS) };
  return { kind: "lasts", used, left: Math.round(available - toCome) };
}
