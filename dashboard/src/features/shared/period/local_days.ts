// Days in the person's time zone, which date fields show.

/** The day of a moment, such as `2026-11-22`. */
export function dayOf(date: Date): string {
  return `${String(date.getFullYear())}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
}

/** The start of the day `daysLater` days after `day`. Throws without a day. */
export function midnight(day: string, daysLater: number): string {
  const moment = new Date(`${day}T00:00:00`);
  moment.setDate(moment.getDate() + daysLater);
  return moment.toISOString();
}
