// Changes a member's role, and explains the selected role.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { meQuery } from "../../api/queries";
import type { Organization } from "../../shell/place";
import { Dialog } from "../../ui/dialogs/Dialog";
import { Note } from "../../ui/page/page";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { canHaveSites } from "./permissions";
import { reloadMembers, type Member } from "../shared/members/queries";
import { RoleField } from "./RoleField";

export function RoleDialog({
  org,
  own,
  member,
  onClose,
}: {
  org: Organization;
  own: string;
  member: Member;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [role, setRole] = useState(member.role);
  const name = member.name === "" ? member.email : member.name;
  const change = async (): Promise<void> => {
    await ask(
      api.PATCH("/api/v1/orgs/{orgId}/members/{userId}", {
        params: { path: { orgId: org.id, userId: member.userId } },
        body: { role },
      }),
    );
    if (member.userId === own) await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    await reloadMembers(queryClient, org.id);
  };
  return (
    <Dialog title={t`The role of ${name}`} isOpen onClose={onClose}>
      <SubmitForm
        fields={["role"]}
        act={<Trans>Change the role</Trans>}
        isDisabled={role === member.role}
        work={change}
        onSent={onClose}
        onCancel={onClose}
      >
        {member.userId === own ? (
          <Note tone="warn">
            <Trans>This is your own role. You may not be able to undo this change yourself.</Trans>
          </Note>
        ) : null}
        {member.siteIds !== null && !canHaveSites(role) ? (
          <Note tone="warn">
            <Trans>Admins and owners see every site, so the selection of sites is removed.</Trans>
          </Note>
        ) : null}
        <RoleField own={org.role} chosen={role} onChoose={setRole} />
      </SubmitForm>
    </Dialog>
  );
}
