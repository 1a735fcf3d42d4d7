// A table of keys, or of service accounts with their tokens.

import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

import { ActionsColumn } from "../../ui/tables/ActionsColumn";
import table from "../../ui/tables/table.module.css";
import styles from "./keys.module.css";

/** `columns` are the heads between the name and the last use. */
export function CredentialTable({ columns, children }: { columns: ReactNode; children: ReactNode }) {
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Name</Trans>
          </th>
          {columns}
          <th scope="col">
            <Trans>Last used</Trans>
          </th>
          <th scope="col" className={table.wide}>
            <Trans>Expires</Trans>
          </th>
          <ActionsColumn />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
