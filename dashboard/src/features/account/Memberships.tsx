// The organizations of the account, with a button to leave each.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import type { Organization } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { ScreenReaderOnly } from "../../ui/page/page";
import table from "../../ui/tables/table.module.css";
import { useRoleNames } from "../../words/roles";
import { LeaveDialog } from "../shared/members/LeaveDialog";

export function Memberships({ organizations }: { organizations: readonly Organization[] }) {
  const { t } = useLingui();
  const roles = useRoleNames();
  const [leaving, setLeaving] = useState<Organization | null>(null);
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Organization</Trans>
            </th>
            <th scope="col" className={table.start}>
              <Trans>Role</Trans>
            </th>
            <th scope="col">
              <ScreenReaderOnly>
                <Trans>Leave</Trans>
              </ScreenReaderOnly>
            </th>
          </tr>
        </thead>
        <tbody>
          {organizations.map((org) => (
            <tr key={org.id}>
              <th scope="row">{org.name}</th>
              <td className={table.start}>{roles[org.role]}</td>
              <td>
                <Button
                  aria-label={t`Leave ${org.name}`}
                  onPress={() => {
                    setLeaving(org);
                  }}
                >
                  <Trans>Leave…</Trans>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {leaving === null ? null : (
        <LeaveDialog
          org={leaving}
          onClose={() => {
            setLeaving(null);
          }}
        />
      )}
    </>
  );
}
