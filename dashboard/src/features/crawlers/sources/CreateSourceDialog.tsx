// Creates a log source and shows its token with the lines to paste. The token is only in this dialog's state.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { SetupTabs } from "./SetupTabs";
import { emptySource, SourceFields, sourceBody } from "./SourceFields";
import { logSourcesKey } from "./queries";

export function CreateSourceDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(emptySource);
  const [made, setMade] = useState<Schemas["CreatedLogSource"] | null>(null);
  const create = async (): Promise<void> => {
    const created = await ask(
      api.POST("/api/v1/logs/{siteId}/sources", { params: { path: { siteId } }, body: sourceBody(fields) }),
    );
    await queryClient.invalidateQueries({ queryKey: logSourcesKey(siteId) });
    if (created.token === null) onClose();
    else setMade(created);
  };
  if (made !== null)
    return (
      <Dialog title={t`“${made.source.name}” is ready`} isOpen isHeld onClose={onClose}>
        <SetupTabs source={made.source} token={made.token ?? ""} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={t`Create a log source`} isOpen onClose={onClose}>
      <SubmitForm
        fields={["name", "format", "logFormat", "hosts", "verificationCode", "drainSecret"]}
        act={<Trans>Create log source</Trans>}
        work={create}
        onCancel={onClose}
      >
        <SourceFields fields={fields} onChange={setFields} />
      </SubmitForm>
    </Dialog>
  );
}
