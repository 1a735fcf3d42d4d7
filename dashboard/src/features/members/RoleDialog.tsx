// Changes a member's role, and explains the selected role. If it is lower and programs of theirs still work, names them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { api, ask } from "../../api/client";
import { meQuery } from "../../api/queries";
import type { Organization } from "../../shell/place";
import { Dialog } from "../../ui/dialogs/Dialog";
import { Note } from "../../ui/page/page";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { canHaveSites } from "./permissions";
import { reloadMembers, type Member } from "../shared/members/queries";
import { type LeftPrograms, LeftProgramsDialog } from "./LeftProgramsDialog";
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
  const left = useRef<LeftPrograms | null>(null);
  const [shown, setShown] = useState<LeftPrograms | null>(null);
  const name = member.name === "" ? member.email : member.name;
  const change = async (): Promise<void> => {
    const changed = await ask(
      api.PATCH("/api/v1/orgs/{orgId}/members/{userId}", {
        params: { path: { orgId: org.id, userId: member.userId } },
        body: { role },
      }),
    );
    if (changed.keysStillActive.length + changed.serviceAccounts.length > 0) left.current = changed;
    if (member.userId === own) await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    await reloadMembers(queryClient, org.id);
  };
  /** Closes, unless the role is lower now and programs of theirs still have access. */
  const closeOrShowPrograms = (): void => {
    if (left.current === null) onClose();
    else setShown(left.current);
  };
  if (shown !== null) return <LeftProgramsDialog title={t`The role of ${name}`} programs={shown} onClose={onClose} />;
  return (
    <Dialog title={t`The role of ${name}`} isOpen onClose={onClose}>
      <SubmitForm
        fields={["role"]}
        act={<Trans>Change the role</Trans>}
        isDisabled={role === member.role}
        work={change}
        onSent={closeOrShowPrograms}
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
