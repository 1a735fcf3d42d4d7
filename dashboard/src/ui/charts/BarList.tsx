// A table whose rows have a bar, relative to the largest row. The tooltip has the share. Screen readers read it as a
// table. A row that can be used as a filter is a link.

import { useLingui } from "@lingui/react/macro";
import type { CSSProperties, ReactNode } from "react";

import { useForms } from "../../words/forms";
import styles from "./BarList.module.css";
import { Table } from "../tables/Table";

export interface BarRow {
  id: string;
  name: string;
  value: number;
  /** Further figures of the row, formatted. */
  more?: readonly ReactNode[];
  mark?: ReactNode;
  link?: ((inside: ReactNode) => ReactNode) | undefined;
}

interface BarListProps {
  rows: readonly BarRow[];
  head: readonly string[];
  /** The total for the shares of the rows; by default the sum of the rows. */
  of?: number | undefined;
}

export function BarList({ rows, head, of }: BarListProps) {
  const { t } = useLingui();
  const forms = useForms();
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const total = of ?? rows.reduce((sum, { value }) => sum + value, 0);
  return (
    <Table
      look={styles.rows}
      rows={rows}
      idOf={({ id }) => id}
      attributes={({ value }) => ({
        title: total === 0 ? "" : t`${forms.percent(value / total)} of all`,
        style: { "--share": value / most } as CSSProperties,
      })}
      columns={[
        { head: head[0], cell: (row) => <Name row={row} /> },
        { head: head[1], cell: ({ value }) => forms.number(value) },
        ...head.slice(2).map((words, place) => ({
          head: words,
          className: styles.dim,
          cell: ({ more = [] }: BarRow) => more[place],
        })),
      ]}
    />
  );
}

function Name({ row: { name, mark, link } }: { row: BarRow }) {
  const inside = (
    <span className={styles.name} title={name}>
      {mark}
      <span>{name}</span>
    </span>
  );
  return link === undefined ? inside : link(inside);
}
