// Changes the settings of a log source.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../../api/client";
import { Dialog } from "../../../ui/dialogs/Dialog";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { fieldsOf, SourceFields, sourceBody } from "./SourceFields";
import { logSourcesKey, type LogSource } from "./queries";

export function ChangeSourceDialog({
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
  const [fields, setFields] = useState(() => fieldsOf(source));
  const save = async (): Promise<void> => {
    const path = { siteId, sourceId: source.id };
    await ask(api.PATCH("/api/v1/logs/{siteId}/sources/{sourceId}", { params: { path }, body: sourceBody(fields) }));
    await queryClient.invalidateQueries({ queryKey: logSourcesKey(siteId) });
  };
  return (
    <Dialog title={t`Change “${source.name}”`} isOpen onClose={onClose}>
      <SubmitForm
        fields={["name", "format", "logFormat", "hosts", "verificationCode", "drainSecret"]}
        act={<Trans>Save</Trans>}
        work={save}
        onSent={onClose}
        onCancel={onClose}
      >
        <SourceFields fields={fields} onChange={setFields} hasDrainSecret={source.hasDrainSecret} />
      </SubmitForm>
    </Dialog>
  );
}
