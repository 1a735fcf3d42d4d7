// The differences between two versions of the settings, side by side.

import { Trans } from "@lingui/react/macro";
import { useLingui } from "@lingui/react";

import styles from "./DifferenceTable.module.css";
import type { Difference } from "./settings";

interface DifferenceTableProps {
  label: string;
  before: string;
  after: string;
  found: readonly Difference[];
}

export function DifferenceTable({ label, before, after, found }: DifferenceTableProps) {
  const { i18n } = useLingui();
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Setting</Trans>
            </th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((difference) => (
            <tr key={difference.path}>
              <th scope="row">{i18n._(difference.title)}</th>
              <td>{difference.before}</td>
              <td>{difference.after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
