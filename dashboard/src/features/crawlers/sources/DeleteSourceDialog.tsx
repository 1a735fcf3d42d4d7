// Deletes a log source after one confirmation. What it sent stays counted.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";

import { api, ask } from "../../../api/client";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog";
import { logSourcesKey, type LogSource } from "./queries";

export function DeleteSourceDialog({
  siteId,
  source,
  onClose,
}: {
  siteId: string;
  source: LogSource;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const end = async (): Promise<void> => {
    const path = { siteId, sourceId: source.id };
    await ask(api.DELETE("/api/v1/logs/{siteId}/sources/{sourceId}", { params: { path } }));
    await queryClient.invalidateQueries({ queryKey: logSourcesKey(siteId) });
  };
  return (
    <ConfirmDialog title={t`Delete “${source.name}”?`} act={t`Delete`} onConfirm={end} onClose={onClose}>
      <Trans>Its token is refused immediately. What it sent stays counted. This cannot be undone.</Trans>
    </ConfirmDialog>
  );
}
