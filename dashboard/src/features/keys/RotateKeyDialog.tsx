// Rotates a key: a new one with the same settings, while the old one stays valid during the overlap.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask, type Schemas } from "../../api/client";
import { Button } from "../../ui/elements/Button";
import { Actions, Dialog } from "../../ui/dialogs/Dialog";
import { SelectField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { CreatedKey } from "./CreatedKey";
import styles from "./keys.module.css";
import type { ApiKey } from "./queries";

const OVERLAPS = ["0", "3600", "86400", "604800"] as const;
type Overlap = (typeof OVERLAPS)[number];

export function RotateKeyDialog({ orgId, apiKey, onClose }: { orgId: string; apiKey: ApiKey; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("86400");
  const [created, setCreated] = useState<Schemas["CreatedApiKey"] | null>(null);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const words: Record<Overlap, string> = { 0: t`Revoke immediately (leaked)`, 3600: t`1 hour`, 86400: t`1 day`, 604800: t`1 week` };
  const name = apiKey.name === "" ? apiKey.maskedKey : apiKey.name;
  const rotate = () =>
    send(async () => {
      const params = { path: { keyId: apiKey.id }, query: { orgId } };
      const key = await ask(api.POST("/api/v1/keys/{keyId}/rotate", { params, body: { overlapSeconds: Number(overlap) } }));
      setCreated(key);
      await queryClient.invalidateQueries({ queryKey: ["keys", orgId] });
    });
  return (
    <Dialog title={created === null ? t`Rotate “${name}”` : t`“${name}” has a new key`} isOpen isHeld={created !== null} onClose={onClose}>
      {created !== null ? <CreatedKey orgId={orgId} created={created} onDone={onClose} /> : (
        <Form
          className={styles.form}
          validationErrors={fieldErrors}
          onSubmit={(event) => {
            event.preventDefault();
            void rotate();
          }}
        >
          <FormProblem failure={failure} fields={["overlapSeconds"]} />
          <p><Trans>You get a new key with the same settings. The old one stays valid during the overlap.</Trans></p>
          <SelectField label={t`Overlap`} name="overlapSeconds" choices={OVERLAPS.map((id) => ({ id, label: words[id] }))} chosen={overlap} onChoose={setOverlap} />
          <Actions>
            <Button onPress={onClose}><Trans>Cancel</Trans></Button>
            <Button type="submit" look="primary" isPending={isPending}><Trans>Rotate</Trans></Button>
          </Actions>
        </Form>
      )}
    </Dialog>
  );
}
