// The search parameters of a report: which week or month, and for whom.

export interface ReportSearch {
  /** A week such as `2026-W47`, a month such as `2026-11`, or `month` for the latest one. Without it, the latest week. */
  period?: string;
  audience?: "client";
}

const PERIOD = /^(\d{4}-(W\d\d|\d\d)|month)$/;

export function readReportSearch({ period, audience }: Record<string, unknown>): ReportSearch {
  return {
    ...(typeof period === "string" && PERIOD.test(period) ? { period } : {}),
    ...(audience === "client" ? { audience } : {}),
  };
}
