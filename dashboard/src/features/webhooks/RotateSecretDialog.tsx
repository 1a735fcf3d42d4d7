// Rotates the secret of a webhook, with an overlap in which messages carry both signatures.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import { RotateDialog } from "../shared/rotation/RotateDialog";
import type { Webhook } from "./queries";
import { SecretShown } from "./SecretShown";

export function RotateSecretDialog({
  orgId,
  webhook,
  onClose,
}: {
  orgId: string;
  webhook: Webhook;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  return (
    <RotateDialog
      title={t`Rotate the secret`}
      titleOfNew={t`The webhook has a new secret`}
      onClose={onClose}
      rotate={(overlapSeconds) =>
        ask(
          api.POST("/api/v1/webhooks/{webhookId}/rotate", {
            params: { path: { webhookId: webhook.id }, query: { orgId } },
            body: { overlapSeconds },
          }),
        )
      }
      onRotated={() => queryClient.invalidateQueries({ queryKey: ["webhooks", orgId] })}
      show={({ secret }) => <SecretShown orgId={orgId} shown={{ webhookId: webhook.id, secret }} onDone={onClose} />}
    >
      <Trans>You get a new secret. During the overlap, each message carries both signatures.</Trans>
    </RotateDialog>
  );
}
