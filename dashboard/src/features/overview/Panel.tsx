// A panel of the overview: its first rows, or why it has no rows.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { BarList, type BarRow } from "../../ui/charts/BarList";
import { Card, Empty } from "../../ui/page/page";
import { RowChange, areCompared, type RowBefore } from "../shared/analytics/RowChange";
import { useHasFilter } from "../shared/period/applied";
import { asTitle } from "../shared/loop/not_filtered";
import styles from "./OverviewPage.module.css";

/** A row, and what it was in the previous period. */
export interface PanelRow extends BarRow {
  before?: RowBefore;
}

interface PanelProps {
  title: string;
  /** Why the filter leaves these figures out. */
  reason?: string | null;
  head: readonly string[];
  rows: readonly PanelRow[];
  /** The total for the shares of the rows; by default the sum of the rows. */
  of?: number;
  end?: ReactNode;
  foot?: ReactNode;
  isWaiting?: boolean;
}

export function Panel({ title, reason = null, head, rows, of, end, foot, isWaiting = false }: PanelProps) {
  const { t } = useLingui();
  const hasFilter = useHasFilter();
  if (reason !== null)
    return (
      <Card title={title}>
        <Empty title={asTitle(reason)} />
      </Card>
    );
  const isCompared = areCompared(rows.map(({ before = {} }) => before));
  const [first = "", second = "", ...others] = head;
  return (
    <Card title={title} end={end}>
      {rows.length > 0 ? (
        <BarList
          rows={
            isCompared
              ? rows.map(({ before = {}, more = [], ...row }) => ({
                  ...row,
                  more: [<RowChange key="change" value={row.value} before={before} />, ...more],
                }))
              : rows
          }
          head={isCompared ? [first, second, t`Change`, ...others] : head}
          of={of}
        />
      ) : isWaiting ? (
        <div className={styles.waiting} />
      ) : (
        <Empty title={hasFilter ? t`No data with these filters` : t`No data for this period`} />
      )}
      {foot === undefined ? null : <footer className={styles.foot}>{foot}</footer>}
    </Card>
  );
}
