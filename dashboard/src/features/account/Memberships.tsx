// The organizations of the account, with a button to leave each.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import type { Organization } from "../../shell/place";
import { Button } from "../../ui/elements/Button";
import { ScreenReaderOnly } from "../../ui/page/page";
import { Table } from "../../ui/tables/Table";
import { useRoleNames } from "../../words/roles";
import { LeaveDialog } from "../shared/members/LeaveDialog";

export function Memberships({ organizations }: { organizations: readonly Organization[] }) {
  const { t } = useLingui();
  const roles = useRoleNames();
  const [leaving, setLeaving] = useState<Organization | null>(null);
  return (
    <>
      <Table
        rows={organizations}
        idOf={({ id }) => id}
        columns={[
          { head: t`Organization`, cell: ({ name }) => name },
          { head: t`Role`, kind: "text", cell: ({ role }) => roles[role] },
          {
            head: <ScreenReaderOnly>{t`Leave`}</ScreenReaderOnly>,
            cell: (org) => (
              <Button
                aria-label={t`Leave ${org.name}`}
                onPress={() => {
                  setLeaving(org);
                }}
              >
                <Trans>Leave…</Trans>
              </Button>
            ),
          },
        ]}
      />
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
