// Removes a member. If keys that they created still work, the dialog names them and offers to revoke them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { api, ask } from "../../api/client";
import type { Organization } from "../../shell/place";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import { Actions, Dialog } from "../../ui/dialogs/Dialog";
import { Button } from "../../ui/elements/Button";
import { ActiveKeys, type ActiveKey } from "../shared/keys/ActiveKeys";
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
  const stillActive = useRef<readonly ActiveKey[]>([]);
  const [shown, setShown] = useState<readonly ActiveKey[]>([]);
  const remove = async (): Promise<void> => {
    const path = { orgId: org.id, userId: member.userId };
    const removed = await ask(api.DELETE("/api/v1/orgs/{orgId}/members/{userId}", { params: { path } }));
    stillActive.current = removed.keysStillActive;
    await reloadMembers(queryClient, org.id);
  };
  /** Closes, unless the member was removed and keys still work. */
  const closeOrShowKeys = (): void => {
    if (stillActive.current.length === 0) onClose();
    else setShown(stillActive.current);
  };
  if (shown.length > 0)
    return (
      <Dialog title={t`${name} is removed`} isOpen onClose={onClose}>
        <ActiveKeys keys={shown} />
        <Actions>
          <Button onPress={onClose}>
            <Trans>Close</Trans>
          </Button>
        </Actions>
      </Dialog>
    );
  return (
    <ConfirmDialog title={t`Remove ${name}?`} act={t`Remove`} onConfirm={remove} onClose={closeOrShowKeys}>
      <Trans>
        They immediately lose access to {org.name}. What they created stays: prompts, rules, and keys, which continue to
        work. Invitation links that they sent stop working. They can return only with a new invitation.
      </Trans>
    </ConfirmDialog>
  );
}
