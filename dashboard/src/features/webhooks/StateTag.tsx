// The state of a webhook as a short label, and as a sentence. The sentence says what to do.

import { Trans } from "@lingui/react/macro";

import { Note, Tag } from "../../ui/page/page";
import { useForms } from "../../words/forms";
import type { Webhook } from "./queries";
import { stateOf } from "./state";

export function StateTag({ webhook }: { webhook: Webhook }) {
  const forms = useForms();
  switch (stateOf(webhook)) {
    case "works":
      return (
        <Tag tone="good">
          <Trans>Enabled</Trans>
        </Tag>
      );
    case "failing":
      return (
        <Tag tone="warn">
          {webhook.failingSince === null ? (
            <Trans>Failing</Trans>
          ) : (
            <Trans>Failing since {forms.moment(webhook.failingSince)}</Trans>
          )}
        </Tag>
      );
    case "off":
      return (
        <Tag>
          <Trans>Disabled</Trans>
        </Tag>
      );
    case "gave_up":
      return (
        <Tag tone="bad">
          <Trans>Disabled: deliveries failed</Trans>
        </Tag>
      );
    case "gone":
      return (
        <Tag tone="bad">
          <Trans>Disabled: the endpoint answered 410</Trans>
        </Tag>
      );
    case "url_unreadable":
      return (
        <Tag tone="bad">
          <Trans>URL unreadable</Trans>
        </Tag>
      );
  }
}

export function StateNote({ webhook }: { webhook: Webhook }) {
  switch (stateOf(webhook)) {
    case "works":
      return null;
    case "failing":
      return (
        <Note tone="warn">
          <Trans>
            Failed attempts in a row: {webhook.consecutiveFailures}. A failed message is retried for a day. After 24
            hours and 20 failed attempts without a success, the webhook is disabled.
          </Trans>
        </Note>
      );
    case "off":
      return (
        <Note>
          <Trans>Nothing is sent while the webhook is disabled. Events in the meantime are not delivered later.</Trans>
        </Note>
      );
    case "gave_up":
      return (
        <Note tone="bad">
          <Trans>
            No successful delivery for 24 hours, so the webhook was disabled. Fix the endpoint, enable the webhook, and
            resend the failed messages. They are kept for 30 days.
          </Trans>
        </Note>
      );
    case "gone":
      return (
        <Note tone="bad">
          <Trans>
            The endpoint answered 410 Gone: it accepts no more messages. Change the webhook’s URL or delete the webhook.
          </Trans>
        </Note>
      );
    case "url_unreadable":
      return (
        <Note tone="bad">
          <Trans>The key that encrypts the webhook’s URL was lost. Enter the URL again and rotate the secret.</Trans>
        </Note>
      );
  }
}
