// Creates a key. The key is only in this dialog's state and is removed
// with it.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { Dialog } from "../../ui/dialogs/Dialog";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { CreatedKey } from "./CreatedKey";
import { KEY_FIELDS, KeyFields } from "./KeyFields";
import { NEW_KEY, bodyOf } from "./key_form";

export function CreateKeyDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const { t } = useLingui();
  const [created, setCreated] = useState<Schemas["CreatedApiKey"] | null>(null);
  const title =
    created === null
      ? t`Create an API key`
      : created.name === ""
        ? t`The key was created`
        : t`Key “${created.name}” was created`;
  return (
    <Dialog title={title} isOpen isHeld={created !== null} onClose={onClose}>
      {created === null ? (
        <KeyForm orgId={orgId} onCreated={setCreated} onClose={onClose} />
      ) : (
        <CreatedKey orgId={orgId} created={created} onDone={onClose} />
      )}
    </Dialog>
  );
}

function KeyForm({
  orgId,
  onCreated,
  onClose,
}: {
  orgId: string;
  onCreated: (key: Schemas["CreatedApiKey"]) => void;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [form, setForm] = useState(NEW_KEY);
  const create = async (): Promise<void> => {
    const key = await ask(api.POST("/api/v1/keys", { params: { query: { orgId } }, body: bodyOf(form, Date.now()) }));
    onCreated(key);
    await queryClient.invalidateQueries({ queryKey: ["keys", orgId] });
  };
  return (
    <SubmitForm fields={KEY_FIELDS} act={<Trans>Create key</Trans>} work={create} onCancel={onClose}>
      <KeyFields orgId={orgId} form={form} onChange={setForm} />
    </SubmitForm>
  );
}
