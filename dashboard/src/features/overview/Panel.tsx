// A panel of the overview: its first rows, or why it has no rows.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { Card, Empty } from "../../ui/page/page";
import { ComparedRows, type ComparedRow } from "../shared/analytics/ComparedRows";
import { useHasFilter } from "../shared/period/applied";
import { asTitle } from "../shared/loop/not_filtered";
import styles from "./OverviewPage.module.css";

interface PanelProps {
  title: string;
  /** Why the filter leaves these figures out. */
  reason?: string | null;
  head: readonly string[];
  rows: readonly ComparedRow[];
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
  return (
    <Card title={title} end={end}>
      {rows.length > 0 ? (
        <ComparedRows rows={rows} head={head} of={of} />
      ) : isWaiting ? (
        <div className={styles.waiting} />
      ) : (
        <Empty title={hasFilter ? t`No data with these filters` : t`No data for this period`} />
      )}
      {foot === undefined ? null : <footer className={styles.foot}>{foot}</footer>}
    </Card>
  );
}
