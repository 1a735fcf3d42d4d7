// Views and asks by device. Together the rows are the totals: events without a user agent have a row, too.

import { useLingui } from "@lingui/react/macro";

import type { OverviewAnswer } from "../loop/metric_words";
import { useNames } from "./names";
import type { RowBefore } from "./RowChange";

export interface DeviceRow {
  id: string;
  name: string;
  views: number;
  asks: number;
  before: RowBefore;
}

interface Counted {
  devices: OverviewAnswer["devices"];
  totals: { views: number; asks: number };
}

export function useDeviceRows({ devices, totals }: Counted): DeviceRow[] {
  const { t } = useLingui();
  const names = useNames();
  const known = devices.items.map(({ device, views, asks, ...before }) => ({
    id: device,
    name: names.device(device),
    views,
    asks,
    before,
  }));
  const rest = restOf(known, totals);
  return rest === null ? known : [...known, { id: "unknown", name: t`Unknown`, before: {}, ...rest }];
}

/** What is in the totals and in no row; null if nothing is. */
export function restOf(
  rows: readonly Pick<DeviceRow, "views" | "asks">[],
  totals: { views: number; asks: number },
): { views: number; asks: number } | null {
  const rest = rows.reduce((left, { views, asks }) => ({ views: left.views - views, asks: left.asks - asks }), {
    views: totals.views,
    asks: totals.asks,
  });
  return rest.views > 0 || rest.asks > 0 ? { views: Math.max(0, rest.views), asks: Math.max(0, rest.asks) } : null;
}
