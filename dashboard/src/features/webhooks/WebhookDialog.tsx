// The form of a webhook: URL, events and a description. A new webhook's secret is shown once, only in this dialog.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxGroup, FieldError, Form, Label } from "react-aria-components";

import { api, ask } from "../../api/client";
import { Button } from "../../ui/elements/Button";
import { Actions, Dialog } from "../../ui/dialogs/Dialog";
import { Checkbox, TextField } from "../../ui/fields/fields";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { EVENTS } from "./events";
import type { EventName, Webhook } from "./queries";
import { SecretShown, type Shown } from "./SecretShown";
import { editOf, formOf, newOf, type WebhookForm } from "./webhook_form";
import styles from "./webhooks.module.css";

const URL_BYTES_MOST = 2048;
const DESCRIPTION_CHARACTERS_MOST = 200;

export function WebhookDialog({ orgId, webhook, onClose }: { orgId: string; webhook: Webhook | null; onClose: () => void }) {
  const { t } = useLingui();
  const [created, setCreated] = useState<Shown | null>(null);
  const title = created !== null ? t`The webhook was created` : webhook === null ? t`Create a webhook` : t`Edit the webhook`;
  return (
    <Dialog title={title} isOpen isHeld={created !== null} onClose={onClose}>
      {created === null
        ? <WebhookFields orgId={orgId} webhook={webhook} onCreated={setCreated} onClose={onClose} />
        : <SecretShown orgId={orgId} shown={created} onDone={onClose} />}
    </Dialog>
  );
}

interface WebhookFieldsProps {
  orgId: string;
  webhook: Webhook | null;
  onCreated: (shown: Shown) => void;
  onClose: () => void;
}

function WebhookFields({ orgId, webhook, onCreated, onClose }: WebhookFieldsProps) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const [form, setForm] = useState(() => formOf(webhook));
  const set = (change: Partial<WebhookForm>) => { setForm({ ...form, ...change }); };
  const { isPending, failure, fieldErrors, send } = useSubmission();
  const save = async (): Promise<void> => {
    const isSaved = await send(async () => {
      if (webhook === null) {
        const { id, secret } = await ask(api.POST("/api/v1/webhooks", { params: { query: { orgId } }, body: newOf(form) }));
        onCreated({ webhookId: id, secret });
      } else {
        await ask(api.PATCH("/api/v1/webhooks/{webhookId}", { params: { path: { webhookId: webhook.id }, query: { orgId } }, body: editOf(form, webhook) }));
      }
      await queryClient.invalidateQueries({ queryKey: ["webhooks", orgId] });
    });
    if (isSaved && webhook !== null) onClose();
  };
  return (
    <Form
      className={styles.form}
      validationErrors={fieldErrors}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FormProblem failure={failure} fields={["url", "events", "description"]} />
      <TextField
        label={t`Address`} name="url" type="url" value={form.url} onChange={(url) => { set({ url }); }} isRequired autoFocus maxLength={URL_BYTES_MOST}
        validationBehavior="aria" hint={t`A public https:// URL.`}
      />
      <TextField label={t`Purpose`} name="description" value={form.description} onChange={(description) => { set({ description }); }} maxLength={DESCRIPTION_CHARACTERS_MOST} hint={t`Shown in the list: “Chat of the marketing team”.`} />
      <CheckboxGroup name="events" className={styles.group} isRequired value={form.events} onChange={(events) => { set({ events: events as EventName[] }); }}>
        <Label><Trans>Send when</Trans></Label>
        <div className={styles.events}>
          {EVENTS.map(({ name, words }) => <Checkbox key={name} value={name} hint={name}>{i18n._(words)}</Checkbox>)}
        </div>
        <FieldError className={styles.error} />
      </CheckboxGroup>
      <Actions>
        <Button onPress={onClose}><Trans>Cancel</Trans></Button>
        <Button type="submit" look="primary" isPending={isPending}>{webhook === null ? <Trans>Create webhook</Trans> : <Trans>Save</Trans>}</Button>
      </Actions>
    </Form>
  );
}
