// The organizations that one belongs to, and the way out of each.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { meQuery } from "../../api/queries";
import { Button } from "../../ui/Button";
import { Actions, Dialog } from "../../ui/Dialog";
import { FormProblem } from "../../ui/Problem";
import { useSubmission } from "../../ui/submit";
import table from "../../ui/table.module.css";
import { useRoleNames } from "../../words/roles";

type Organization = Schemas["MyOrganization"];

export function Memberships({ organizations }: { organizations: readonly Organization[] }) {
  const { t } = useLingui();
  const roles = useRoleNames();
  const [leaving, setLeaving] = useState<Organization | null>(null);
  return (
    <>
      <table className={table.table}>
        <thead><tr><th scope="col"><Trans>Organization</Trans></th><th scope="col" className={table.start}><Trans>Role</Trans></th><th scope="col"><Trans>Leave</Trans></th></tr></thead>
        <tbody>
          {organizations.map((org) => (
            <tr key={org.id}>
              <th scope="row">{org.name}</th>
              <td className={table.start}>{roles[org.role]}</td>
              <td><Button aria-label={t`Leave ${org.name}`} onPress={() => { setLeaving(org); }}><Trans>Leave…</Trans></Button></td>
            </tr>
          ))}
        </tbody>
      </table>
      {leaving === null ? null : <LeaveDialog org={leaving} onClose={() => { setLeaving(null); }} />}
    </>
  );
}

function LeaveDialog({ org, onClose }: { org: Organization; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { isPending, failure, send } = useSubmission();
  const leave = async (): Promise<void> => {
    const isDone = await send(async () => {
      await ask(api.DELETE("/api/v1/orgs/{orgId}/members/me", { params: { path: { orgId: org.id } } }));
    });
    if (!isDone) return;
    onClose();
    // What was read as a member is no longer shown.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    await navigate({ to: "/account" });
  };
  return (
    <Dialog role="alertdialog" title={t`Leave ${org.name}?`} isOpen onClose={onClose}>
      <FormProblem failure={failure} />
      <p><Trans>You see nothing of it from then on, and only a new invitation leads back. Keys that you made go on.</Trans></p>
      <Actions>
        <Button onPress={onClose} autoFocus><Trans>Cancel</Trans></Button>
        <Button look="danger" isPending={isPending} onPress={() => void leave()}><Trans>Leave</Trans></Button>
      </Actions>
    </Dialog>
  );
}
