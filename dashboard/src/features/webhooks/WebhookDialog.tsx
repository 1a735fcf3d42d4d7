// The form of a webhook: URL, events and a description. A new webhook's secret is shown once, only in this dialog.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask } from "../../api/client";
import { Dialog } from "../../ui/dialogs/Dialog";
import { CheckboxList } from "../../ui/fields/CheckboxList";
import { Checkbox, TextField } from "../../ui/fields/fields";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { EVENTS } from "../shared/events/event_words";
import type { EventName, Webhook } from "./queries";
import { SecretShown, type Shown } from "./SecretShown";
import styles from "./webhooks.module.css";
import { editOf, formOf, newOf, type WebhookForm } from "./webhook_form";

const MAX_URL_BYTES = 2048;
const MAX_DESCRIPTION_CHARACTERS = 200;

export function WebhookDialog({
  orgId,
  webhook,
  onClose,
}: {
  orgId: string;
  webhook: Webhook | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const [created, setCreated] = useState<Shown | null>(null);
  const title =
    created !== null ? t`The webhook was created` : webhook === null ? t`Create a webhook` : t`Edit the webhook`;
  return (
    <Dialog title={title} isOpen isHeld={created !== null} onClose={onClose}>
      {created === null ? (
        <WebhookFields orgId={orgId} webhook={webhook} onCreated={setCreated} onClose={onClose} />
      ) : (
        <SecretShown orgId={orgId} shown={created} onDone={onClose} />
      )}
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
  const set = (change: Partial<WebhookForm>) => {
    setForm({ ...form, ...change });
  };
  const save = async (): Promise<void> => {
    if (webhook === null) {
      const { id, secret } = await ask(
        api.POST("/api/v1/webhooks", { params: { query: { orgId } }, body: newOf(form) }),
      );
      onCreated({ webhookId: id, secret });
    } else {
      await ask(
        api.PATCH("/api/v1/webhooks/{webhookId}", {
          params: { path: { webhookId: webhook.id }, query: { orgId } },
          body: editOf(form, webhook),
        }),
      );
    }
    await queryClient.invalidateQueries({ queryKey: ["webhooks", orgId] });
  };
  return (
    <SubmitForm
      fields={["url", "events", "description"]}
      act={webhook === null ? <Trans>Create webhook</Trans> : <Trans>Save</Trans>}
      work={save}
      onSent={() => {
        if (webhook !== null) onClose();
      }}
      onCancel={onClose}
    >
      <TextField
        label={t`URL`}
        name="url"
        type="url"
        value={form.url}
        onChange={(url) => {
          set({ url });
        }}
        isRequired
        autoFocus
        maxLength={MAX_URL_BYTES}
        validationBehavior="aria"
        hint={t`The public https:// URL of your program or automation.`}
      />
      <p className={styles.receiver}>
        <Trans>
          Slack, Discord and Microsoft Teams can’t read these messages themselves. A small program or an automation must
          receive each message, check its signature, and pass it on in the chat’s own format.
        </Trans>{" "}
        <a href="/docs/guide/webhooks#messages-in-a-team-chat" target="_blank" rel="noreferrer">
          <Trans>How to set this up</Trans>
        </a>
      </p>
      <TextField
        label={t`Purpose`}
        name="description"
        value={form.description}
        onChange={(description) => {
          set({ description });
        }}
        maxLength={MAX_DESCRIPTION_CHARACTERS}
        hint={t`Shown in the list. Example: “Alerts for the on-call team”.`}
      />
      <CheckboxList
        label={t`Send when`}
        name="events"
        isRequired
        chosen={form.events}
        onChoose={(events) => {
          set({ events: events as EventName[] });
        }}
      >
        {EVENTS.map(({ name, words }) => (
          <Checkbox key={name} value={name} hint={<code>{name}</code>}>
            {i18n._(words)}
          </Checkbox>
        ))}
      </CheckboxList>
    </SubmitForm>
  );
}
