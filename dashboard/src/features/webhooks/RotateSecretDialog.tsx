// Rotates the secret of a webhook, with an overlap in which messages have both signatures.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Form } from "react-aria-components";

import { api, ask } from "../../api/client";
import { Button } from "../../ui/elements/Button";
import { Actions, Dialog } from "../../ui/dialogs/Dialog";
import { SelectField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import type { Webhook } from "./queries";
import { SecretShown, type Shown } from "./SecretShown";
import styles from "./webhooks.module.css";

const OVERLAPS = ["0", "3600", "86400", "604800"] as const;
type Overlap = (typeof OVERLAPS)[number];

export function RotateSecretDialog({ orgId, webhook, onClose }: { orgId: string; webhook: Webhook; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("86400");
  const [shown, setShown] = useState<Shown | null>(null);
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const words: Record<Overlap, string> = { 0: t`Revoke immediately (leaked)`, 3600: t`1 hour`, 86400: t`1 day`, 604800: t`1 week` };
  const rotate = () =>
    send(async () => {
      const params = { path: { webhookId: webhook.id }, query: { orgId } };
      const { secret } = await ask(api.POST("/api/v1/webhooks/{webhookId}/rotate", { params, body: { overlapSeconds: Number(overlap) } }));
      setShown({ webhookId: webhook.id, secret });
      await queryClient.invalidateQueries({ queryKey: ["webhooks", orgId] });
    });
  return (
    <Dialog title={shown === null ? t`Rotate the secret` : t`The webhook has a new secret`} isOpen isHeld={shown !== null} onClose={onClose}>
      {shown !== null ? <SecretShown orgId={orgId} shown={shown} onDone={onClose} /> : (
        <Form
          className={styles.form}
          validationErrors={fieldErrors}
          onSubmit={(event) => {
            event.preventDefault();
            void rotate();
          }}
        >
          <FormProblem failure={failure} fields={["overlapSeconds"]} />
          <p><Trans>You get a new secret. During the overlap, each message carries both signatures.</Trans></p>
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
