// A table whose rows have a bar, relative to the largest row. The tooltip has the share. Screen readers read it as a
// table. A row that can be used as a filter is a link.

import { useLingui } from "@lingui/react/macro";
import type { CSSProperties, ReactNode } from "react";

import { useForms } from "../../words/forms";
import styles from "./BarList.module.css";

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
    <table className={styles.rows}>
      <thead>
        <tr>
          {head.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, value, more = [], mark, link }) => {
          const inside = (
            <span className={styles.name} title={name}>
              {mark}
              <span>{name}</span>
            </span>
          );
          const share = total === 0 ? "" : t`${forms.percent(value / total)} of all`;
          return (
            <tr key={id} title={share} style={{ "--share": value / most } as CSSProperties}>
              <th scope="row">{link === undefined ? inside : link(inside)}</th>
              <td>{forms.number(value)}</td>
              {more.map((cell, place) => (
                <td key={head[place + 2]} className={styles.dim}>
                  {cell}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
