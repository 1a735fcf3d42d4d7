// A table of keys, or of service accounts with their tokens.

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { Table, type Columns } from "../../ui/tables/Table";
import { useClock, useForms, type Clock } from "../../words/forms";
import styles from "./keys.module.css";

const SECOND_MS = 1000;

interface CredentialTableProps<Row> {
  rows: readonly Row[];
  name: (row: Row) => ReactNode;
  /** The columns between the name and the last use. */
  columns: Columns<Row>;
  expires: (row: Row, clock: Clock) => ReactNode;
  menu: (row: Row) => ReactNode;
  attributes?: (row: Row) => { className: string | undefined };
}

export function CredentialTable<Row extends { id: string; lastUsedAt: string | null }>({
  rows,
  name,
  columns,
  expires,
  menu,
  attributes,
}: CredentialTableProps<Row>) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(SECOND_MS);
  return (
    <Table
      className={styles.table}
      rows={rows}
      idOf={({ id }) => id}
      attributes={attributes}
      columns={[
        { head: t`Name`, cell: name },
        ...columns,
        {
          head: t`Last used`,
          title: ({ lastUsedAt }) => (lastUsedAt === null ? undefined : forms.moment(lastUsedAt)),
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t`never` : forms.ago(lastUsedAt, clock)),
        },
        { head: t`Expires`, from: 640, cell: (row) => expires(row, clock) },
        { kind: "menu", cell: menu },
      ]}
    />
  );
}
