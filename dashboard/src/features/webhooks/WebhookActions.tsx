// The actions for a webhook: create, edit, test, rotate its secret, disable, enable, delete.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { api, ask } from "../../api/client";
import { ImmediateAction } from "../../ui/dialogs/ImmediateAction";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import type { Webhook } from "./queries";
import { RotateSecretDialog } from "./RotateSecretDialog";
import { useTest } from "./send";
import { shortAddress } from "./state";
import { WebhookDialog } from "./WebhookDialog";

export type Act =
  | { kind: "create" }
  | { kind: "edit" | "test" | "rotate" | "enable" | "disable" | "delete"; webhook: Webhook };

export function WebhookActions({ orgId, act, onClose }: { orgId: string; act: Act; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const test = useTest(orgId);
  if (act.kind === "create") return <WebhookDialog orgId={orgId} webhook={null} onClose={onClose} />;
  const { kind, webhook } = act;
  const name = shortAddress(webhook.url);
  const params = { path: { webhookId: webhook.id }, query: { orgId } };
  const enable = (enabled: boolean) => async () => {
    await ask(api.PATCH("/api/v1/webhooks/{webhookId}", { params, body: { enabled } }));
    await queryClient.invalidateQueries({ queryKey: ["webhooks", orgId] });
  };
  const remove = async () => {
    await ask(api.DELETE("/api/v1/webhooks/{webhookId}", { params }));
    await navigate({ to: "/orgs/$orgId/webhooks", params: { orgId }, replace: true });
    await queryClient.invalidateQueries({ queryKey: ["webhooks", orgId] });
  };
  const sendTest = async () => {
    const delivery = await test(webhook.id);
    await navigate({ to: "/orgs/$orgId/webhooks", params: { orgId }, search: { open: webhook.id, delivery } });
  };
  switch (kind) {
    case "edit":
      return <WebhookDialog orgId={orgId} webhook={webhook} onClose={onClose} />;
    case "rotate":
      return <RotateSecretDialog orgId={orgId} webhook={webhook} onClose={onClose} />;
    case "test":
      return <ImmediateAction title={t`The test message was not sent`} work={sendTest} onDone={onClose} />;
    case "enable":
      return <ImmediateAction title={t`The webhook was not enabled`} work={enable(true)} onDone={onClose} />;
    case "disable":
      return (
        <ConfirmDialog title={t`Disable ${name}?`} act={t`Disable`} onConfirm={enable(false)} onClose={onClose}>
          <Trans>Nothing is sent until you enable it again. Events in the meantime are not delivered later.</Trans>
        </ConfirmDialog>
      );
    case "delete":
      return (
        <ConfirmDialog title={t`Delete ${name}?`} act={t`Delete`} onConfirm={remove} onClose={onClose}>
          <Trans>Stops all deliveries and deletes the delivery history. This cannot be undone.</Trans>
        </ConfirmDialog>
      );
  }
}
