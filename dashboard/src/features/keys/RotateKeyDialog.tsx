// Rotates a key: creates a new one with the same settings. The old one stays valid during the overlap.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../api/client";
import { RotateDialog } from "../shared/rotation/RotateDialog";
import { CreatedKey } from "./CreatedKey";
import type { ApiKey } from "../shared/keys/queries";

export function RotateKeyDialog({ orgId, apiKey, onClose }: { orgId: string; apiKey: ApiKey; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const name = apiKey.name === "" ? apiKey.maskedKey : apiKey.name;
  return (
    <RotateDialog
      title={t`Rotate “${name}”`}
      titleOfNew={t`“${name}” has a new key`}
      onClose={onClose}
      rotate={(overlapSeconds) =>
        ask(
          api.POST("/api/v1/keys/{keyId}/rotate", {
            params: { path: { keyId: apiKey.id }, query: { orgId } },
            body: { overlapSeconds },
          }),
        )
      }
      onRotated={() => queryClient.invalidateQueries({ queryKey: ["keys", orgId] })}
      show={(created) => <CreatedKey orgId={orgId} created={created} onDone={onClose} />}
    >
      <Trans>You get a new key with the same settings. The old one stays valid during the overlap.</Trans>
    </RotateDialog>
  );
}
