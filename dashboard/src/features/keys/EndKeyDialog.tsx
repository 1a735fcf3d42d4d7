// Revoking: at once, after one confirmation.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import { Button } from "../../ui/Button";
import { Actions, Dialog } from "../../ui/Dialog";
import { FormProblem } from "../../ui/Problem";
import { useSubmission } from "../../ui/submit";
import type { ApiKey } from "./queries";

export function EndKeyDialog({ orgId, apiKey, onClose }: { orgId: string; apiKey: ApiKey; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { isPending, failure, send } = useSubmission();
  const revoke = async (): Promise<void> => {
    const isDone = await send(async () => {
      await ask(api.DELETE("/api/v1/keys/{keyId}", { params: { path: { keyId: apiKey.id }, query: { orgId } } }));
      await queryClient.invalidateQueries({ queryKey: ["keys", orgId] });
    });
    if (isDone) onClose();
  };
  const name = apiKey.name === "" ? apiKey.maskedKey : apiKey.name;
  return (
    <Dialog role="alertdialog" title={t`Revoke “${name}”?`} isOpen onClose={onClose}>
      <FormProblem failure={failure} />
      <p><Trans>Programs that use it are refused from the next request on. This cannot be undone.</Trans></p>
      <Actions>
        <Button onPress={onClose} autoFocus><Trans>Cancel</Trans></Button>
        <Button look="danger" isPending={isPending} onPress={() => void revoke()}><Trans>Revoke</Trans></Button>
      </Actions>
    </Dialog>
  );
}
