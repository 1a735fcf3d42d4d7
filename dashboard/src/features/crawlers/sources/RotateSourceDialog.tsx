// Gives a log source a new token after one confirmation, and shows it once.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { SetupTabs } from "./SetupTabs";
import { logSourcesKey, type LogSource } from "./queries";

export function RotateSourceDialog({
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
  const [made, setMade] = useState<Schemas["CreatedLogSource"] | null>(null);
  const rotate = async (): Promise<void> => {
    const path = { siteId, sourceId: source.id };
    const created = await ask(api.POST("/api/v1/logs/{siteId}/sources/{sourceId}/rotate", { params: { path } }));
    await queryClient.invalidateQueries({ queryKey: logSourcesKey(siteId) });
    if (created.token === null) onClose();
    else setMade(created);
  };
  const title = made === null ? t`New token for “${source.name}”` : t`“${source.name}” has a new token`;
  return (
    <Dialog title={title} isOpen isHeld={made !== null} onClose={onClose}>
      {made === null ? (
        <SubmitForm fields={[]} act={<Trans>Create token</Trans>} work={rotate} onCancel={onClose}>
          <p>
            <Trans>
              The old token is refused immediately: lines are received again when the server has the new one.
            </Trans>
          </p>
        </SubmitForm>
      ) : (
        <SetupTabs source={made.source} token={made.token ?? ""} onClose={onClose} />
      )}
    </Dialog>
  );
}
