// How a webhook fares, in a word or two, and in a sentence that says what to do.

import { Trans } from "@lingui/react/macro";

import { Note, Tag } from "../../ui/page";
import { useForms } from "../../words/forms";
import type { Webhook } from "./queries";
import { stateOf } from "./state";

export function StateTag({ webhook, now }: { webhook: Webhook; now: number }) {
  const forms = useForms();
  switch (stateOf(webhook)) {
    case "works": return <Tag tone="good"><Trans>Enabled</Trans></Tag>;
    case "failing": return <Tag tone="warn">{webhook.failingSince === null ? <Trans>Failing</Trans> : <Trans>Failing since {forms.span(webhook.failingSince, now)}</Trans>}</Tag>;
    case "off": return <Tag><Trans>Disabled</Trans></Tag>;
    case "gave_up": return <Tag tone="bad"><Trans>Disabled: nothing got through</Trans></Tag>;
    case "gone": return <Tag tone="bad"><Trans>Disabled: the receiver said 410</Trans></Tag>;
    case "address_lost": return <Tag tone="bad"><Trans>Address lost</Trans></Tag>;
  }
}

export function StateNote({ webhook }: { webhook: Webhook }) {
  switch (stateOf(webhook)) {
    case "works": return null;
    case "failing": return <Note tone="warn"><Trans>The last attempts failed ({webhook.failuresInARow} in a row). Each message is tried again for a day. When nothing gets through for 24 hours, the webhook is disabled.</Trans></Note>;
    case "off": return <Note><Trans>Nothing is sent while it is disabled. Events of this time are not kept for it.</Trans></Note>;
    case "gave_up": return <Note tone="bad"><Trans>Nothing got through for 24 hours, so it was disabled. Mend the receiver, enable it again, and send the failed messages again: they are kept for 30 days.</Trans></Note>;
    case "gone": return <Note tone="bad"><Trans>The receiver answered 410 Gone: it wants no more messages. Give the webhook another address, or delete it.</Trans></Note>;
    case "address_lost": return <Note tone="bad"><Trans>The key that sealed its address is lost. Set the address again and rotate the secret.</Trans></Note>;
  }
}
