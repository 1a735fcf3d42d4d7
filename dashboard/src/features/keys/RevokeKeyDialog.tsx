// Revokes a key immediately, after one confirmation.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import type { ApiKey } from "../shared/keys/queries";

export function RevokeKeyDialog({ orgId, apiKey, onClose }: { orgId: string; apiKey: ApiKey; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const revoke = async (): Promise<void> => {
    await ask(api.DELETE("/api/v1/keys/{keyId}", { params: { path: { keyId: apiKey.id }, query: { orgId } } }));
    await queryClient.invalidateQueries({ queryKey: ["keys", orgId] });
  };
  const name = apiKey.name === "" ? apiKey.maskedKey : apiKey.name;
  return (
    <ConfirmDialog title={t`Revoke “${name}”?`} act={t`Revoke`} onConfirm={revoke} onClose={onClose}>
      <Trans>Programs that use this key are refused immediately. This cannot be undone.</Trans>
    </ConfirmDialog>
  );
}
