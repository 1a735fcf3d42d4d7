// The slots of a chart's axis from the dates of a response.

import type { Slot } from "../../../ui/charts/series";
import type { Forms } from "../../../words/forms";
import { todayIn, type Interval } from "../period/period";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

function isWeekend(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}

export function slotsOf(
  dates: readonly string[],
  interval: Interval,
  timezone: string,
  forms: Forms,
  now: Date = new Date(),
  today: string = todayIn(timezone, now),
): Slot[] {
  const last = dates.length - 1;
  return dates.map((date, place) => {
    if (interval === "hour") {
      const start = Date.parse(date);
      const hour = forms.hour(date, timezone);
      return {
        id: date,
        name: hour,
        tick: hour,
        isWeekend: false,
        isRunning: start <= now.getTime() && now.getTime() < start + HOUR_MS,
      };
    }
    if (interval === "week") {
      const next = dates[place + 1];
      const end = next === undefined ? date : new Date(Date.parse(next) - DAY_MS).toISOString().slice(0, 10);
      const isLast = place === last;
      return {
        id: date,
        name: isLast ? forms.day(date) : `${forms.day(date)} – ${forms.day(end)}`,
        tick: forms.day(date),
        isWeekend: false,
        isRunning: isLast && Date.parse(today) - Date.parse(date) < 7 * DAY_MS,
      };
    }
    return {
      id: date,
      name: forms.weekday(date),
      tick: forms.day(date),
      isWeekend: isWeekend(date),
      isRunning: date === today,
    };
  });
}
