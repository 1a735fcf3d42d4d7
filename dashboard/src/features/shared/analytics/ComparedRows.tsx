// A table of bars whose rows show how they changed.

import { useLingui } from "@lingui/react/macro";

import { BarList, type BarRow } from "../../../ui/charts/BarList";
import { RowChange, areCompared, type RowBefore } from "./RowChange";

/** A row, and what it was in the earlier period. */
export interface ComparedRow extends BarRow {
  before?: RowBefore;
}

interface ComparedRowsProps {
  rows: readonly ComparedRow[];
  /** The titles of the columns, without that of the changes. */
  head: readonly string[];
  /** The total for the shares of the rows; by default the sum of the rows. */
  of?: number | undefined;
}

export function ComparedRows({ rows, head, of }: ComparedRowsProps) {
  const { t } = useLingui();
  if (!areCompared(rows)) return <BarList rows={rows} head={head} of={of} />;
  const [first = "", second = "", ...others] = head;
  return (
    <BarList
      rows={rows.map(({ before = {}, more = [], ...row }) => ({
        ...row,
        more: [<RowChange key="change" value={row.value} before={before} />, ...more],
      }))}
      head={[first, second, t`Change`, ...others]}
      of={of}
    />
  );
}
