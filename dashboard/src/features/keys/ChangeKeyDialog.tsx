// Changes the settings of a key. They apply from its next request on.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { Dialog } from "../../ui/dialogs/Dialog";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import type { ApiKey } from "../shared/keys/queries";
import { KEY_FIELDS, KeyFields } from "./KeyFields";
import { changesOf, formOf } from "./key_form";

export function ChangeKeyDialog({ orgId, apiKey, onClose }: { orgId: string; apiKey: ApiKey; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [before] = useState(() => formOf(apiKey));
  const [form, setForm] = useState(before);
  const name = apiKey.name === "" ? apiKey.maskedKey : apiKey.name;
  const save = async (): Promise<void> => {
    const body = changesOf(before, form, Date.now());
    if (Object.keys(body).length === 0) return;
    await ask(api.PATCH("/api/v1/keys/{keyId}", { params: { path: { keyId: apiKey.id }, query: { orgId } }, body }));
    await queryClient.invalidateQueries({ queryKey: ["keys", orgId] });
  };
  return (
    <Dialog title={t`Change “${name}”`} isOpen onClose={onClose}>
      <SubmitForm fields={KEY_FIELDS} act={<Trans>Save</Trans>} work={save} onSent={onClose} onCancel={onClose}>
        <KeyFields orgId={orgId} form={form} onChange={setForm} />
      </SubmitForm>
    </Dialog>
  );
}
