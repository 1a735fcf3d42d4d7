// The slot of a chart's axis that a note belongs to.

import type { Interval } from "../period/period";

interface Dated {
  /** `2026-11-22`, in the site's time zone. */
  date: string;
  /** `09:30`; null for the whole day. */
  time: string | null;
}

/** The axis of a chart: the dates of its slots as the API returns them. */
export interface Axis {
  dates: readonly string[];
  interval: Interval;
  timezone: string;
}

/** Returns the slot of a note, or null if it is not on the axis. A note about a whole day is at the day's first hour. */
export function slotFinder({ dates, interval, timezone }: Axis): (note: Dated) => number | null {
  if (interval === "hour") {
    const hours = dates.map(hourIn(timezone));
    return ({ date, time }) => {
      const hour = time === null ? null : `${date} ${time.slice(0, 2)}`;
      const slot = hours.findIndex((one) => (hour === null ? one.startsWith(date) : one === hour));
      return slot === -1 ? null : slot;
    };
  }
  if (interval === "week")
    return ({ date }) => {
      const slot = dates.findLastIndex((first) => first <= date);
      return slot === -1 ? null : slot;
    };
  return ({ date }) => {
    const slot = dates.indexOf(date);
    return slot === -1 ? null : slot;
  };
}

/** The day of a slot, and the time in a chart by hour. */
export function dayOfSlot({ dates, interval, timezone }: Axis, slot: number): Dated {
  const date = dates[slot] ?? dates.at(-1) ?? "";
  if (interval !== "hour") return { date, time: null };
  const [day = "", hour = ""] = hourIn(timezone)(date).split(" ");
  return { date: day, time: `${hour}:00` };
}

/** `2026-11-22 09` for a moment. */
function hourIn(timezone: string): (moment: string) => string {
  // The Swedish locale formats dates as ISO does.
  const form = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  });
  return (moment) => form.format(new Date(moment));
}
