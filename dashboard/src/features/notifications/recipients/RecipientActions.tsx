// The actions for a recipient: add, edit, send the link again, remove.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { ImmediateAction } from "../../../ui/dialogs/ImmediateAction";
import { recipientsQuery, type Recipient } from "../queries";
import { RecipientDialog } from "./RecipientDialog";

export type RecipientAct = { kind: "create" } | { kind: "ask" | "edit" | "delete"; recipient: Recipient };

export function RecipientActions({ orgId, act, onClose }: { orgId: string; act: RecipientAct; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  if (act.kind === "create") return <RecipientDialog orgId={orgId} recipient={null} onClose={onClose} />;
  const { kind, recipient } = act;
  const { email } = recipient;
  const params = { path: { recipientId: recipient.id }, query: { orgId } };
  const reload = () => queryClient.invalidateQueries({ queryKey: recipientsQuery(orgId).queryKey });
  const again = async () => {
    await ask(api.POST("/api/v1/notifications/recipients/{recipientId}/confirmation", { params }));
    await reload();
  };
  const remove = async () => {
    await ask(api.DELETE("/api/v1/notifications/recipients/{recipientId}", { params }));
    await reload();
  };
  switch (kind) {
    case "edit":
      return <RecipientDialog orgId={orgId} recipient={recipient} onClose={onClose} />;
    case "ask":
      return <ImmediateAction title={t`The link was not sent`} work={again} onDone={onClose} />;
    case "delete":
      return (
        <ConfirmDialog title={t`Remove ${email}?`} act={t`Remove`} onConfirm={remove} onClose={onClose}>
          <Trans>No more reports are sent there. If you add the address again, its owner must confirm it again.</Trans>
        </ConfirmDialog>
      );
  }
}
