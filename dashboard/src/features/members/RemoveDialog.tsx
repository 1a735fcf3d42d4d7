// Removes a member. If keys or service accounts that they may use still work, the dialog names them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { api, ask } from "../../api/client";
import type { Organization } from "../../shell/place";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import { type LeftPrograms, LeftProgramsDialog } from "./LeftProgramsDialog";
import { reloadMembers, type Member } from "../shared/members/queries";

interface RemoveDialogProps {
  org: Organization;
  member: Member;
  name: string;
  onClose: () => void;
}

export function RemoveDialog({ org, member, name, onClose }: RemoveDialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const left = useRef<LeftPrograms | null>(null);
  const [shown, setShown] = useState<LeftPrograms | null>(null);
  const remove = async (): Promise<void> => {
    const path = { orgId: org.id, userId: member.userId };
    const removed = await ask(api.DELETE("/api/v1/orgs/{orgId}/members/{userId}", { params: { path } }));
    if (removed.keysStillActive.length + removed.serviceAccounts.length > 0) left.current = removed;
    await reloadMembers(queryClient, org.id);
  };
  /** Closes, unless the member was removed and programs of theirs still have access. */
  const closeOrShowPrograms = (): void => {
    if (left.current === null) onClose();
    else setShown(left.current);
  };
  if (shown !== null) return <LeftProgramsDialog title={t`${name} is removed`} programs={shown} onClose={onClose} />;
  return (
    <ConfirmDialog title={t`Remove ${name}?`} act={t`Remove`} onConfirm={remove} onClose={closeOrShowPrograms}>
      <Trans>
        They immediately lose access to {org.name}. What they created stays: prompts, rules, and keys, which continue to
        work. Invitation links that they sent stop working. They can return only with a new invitation.
      </Trans>
    </ConfirmDialog>
  );
}
