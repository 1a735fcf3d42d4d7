// Deletes a service account after one confirmation, and names what it created and left.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { CloseAction } from "../../../ui/dialogs/CloseAction";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { Note } from "../../../ui/page/page";
import { serviceAccountsKey, type ServiceAccount } from "./queries";

type Made = Schemas["DeletedServiceAccount"]["made"];

export function DeleteServiceAccountDialog({
  orgId,
  account,
  onClose,
}: {
  orgId: string;
  account: ServiceAccount;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const made = useRef<Made>([]);
  const [shown, setShown] = useState<Made>([]);
  const end = async (): Promise<void> => {
    const path = { orgId, serviceAccountId: account.id };
    const deleted = await ask(
      api.DELETE("/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}", { params: { path } }),
    );
    made.current = deleted.made;
    await queryClient.invalidateQueries({ queryKey: serviceAccountsKey(orgId) });
  };
  const closeOrShowMade = (): void => {
    if (made.current.length === 0) onClose();
    else setShown(made.current);
  };
  if (shown.length > 0)
    return (
      <Dialog title={t`“${account.name}” is deleted`} isOpen onClose={onClose}>
        <Note>
          <Trans>What it created stays:</Trans>
        </Note>
        <ul>
          {shown.map(({ type, id, name }) => (
            <li key={id}>
              {name === "" ? id : name} <small>{type}</small>
            </li>
          ))}
        </ul>
        <CloseAction onClose={onClose} />
      </Dialog>
    );
  return (
    <ConfirmDialog title={t`Delete “${account.name}”?`} act={t`Delete`} onConfirm={end} onClose={closeOrShowMade}>
      <Trans>Programs that use its tokens are refused immediately. This cannot be undone.</Trans>
    </ConfirmDialog>
  );
}
