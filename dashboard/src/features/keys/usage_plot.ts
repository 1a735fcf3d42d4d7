// The requests of a key by day and by kind of response, for a chart.

import type { Schemas } from "../../api/client";

export type KeyUsage = Schemas["KeyUsage"];

export const OUTCOMES = ["success", "refused", "failed"] as const;
export type Outcome = (typeof OUTCOMES)[number];

const DAY_MS = 86_400_000;

export function outcomeOf(status: number): Outcome {
  if (status < 400) return "success";
  return status < 500 ? "refused" : "failed";
}

/** Every date of the usage, the oldest first. */
export function datesOf({ from, to }: Pick<KeyUsage, "from" | "to">): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}

/** The requests of each date, by kind of response. */
export function valuesOf(usage: KeyUsage): Record<Outcome, number[]> {
  const places = new Map(datesOf(usage).map((date, place) => [date, place]));
  const none = (): number[] => Array.from({ length: places.size }, () => 0);
  const values: Record<Outcome, number[]> = { success: none(), refused: none(), failed: none() };
  for (const { date, status, requests } of usage.uses) {
    const place = places.get(date);
    const counts = values[outcomeOf(status)];
    if (place !== undefined) counts[place] = (counts[place] ?? 0) + requests;
  }
  return values;
}

/** The requests by route and status, the most frequent first. */
export function rowsOf(usage: KeyUsage): { id: string; name: string; value: number; status: number }[] {
  const rows = new Map<string, { id: string; name: string; value: number; status: number }>();
  for (const { method, route, status, requests } of usage.uses) {
    const id = `${method} ${route} ${String(status)}`;
    const row = rows.get(id) ?? { id, name: `${method} ${route.replace("/api/v1", "")}`, value: 0, status };
    rows.set(id, { ...row, value: row.value + requests });
  }
  return [...rows.values()].sort((one, other) => other.value - one.value);
}
