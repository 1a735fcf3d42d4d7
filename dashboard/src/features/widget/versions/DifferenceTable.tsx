// The differences between two versions of the settings, side by side.

import { useLingui } from "@lingui/react/macro";

import styles from "./DifferenceTable.module.css";
import type { Difference } from "./settings";
import { Table } from "../../../ui/tables/Table";

interface DifferenceTableProps {
  label: string;
  before: string;
  after: string;
  found: readonly Difference[];
}

export function DifferenceTable({ label, before, after, found }: DifferenceTableProps) {
  const { i18n, t } = useLingui();
  return (
    <div className={styles.scroll}>
      <Table
        look={styles.table}
        label={label}
        rows={found}
        idOf={({ path }) => path}
        columns={[
          { head: t`Setting`, cell: ({ title }) => i18n._(title) },
          { head: before, cell: (difference) => difference.before },
          { head: after, cell: (difference) => difference.after },
        ]}
      />
    </div>
  );
}
