// Shows a secret once, and offers to send a first test message.

import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";

import { Button } from "../../ui/elements/Button";
import { SecretLine } from "../../ui/elements/CodeLine";
import { CloseAction } from "../../ui/dialogs/CloseAction";
import { Actions } from "../../ui/dialogs/Dialog";
import { Note } from "../../ui/page/page";
import { FormProblem } from "../../ui/page/Problem";
import { useSubmission } from "../../ui/hooks/submit";
import { useTest } from "./send";

export interface Shown {
  webhookId: string;
  secret: string | null;
}

export function SecretShown({
  orgId,
  shown: { webhookId, secret },
  onDone,
}: {
  orgId: string;
  shown: Shown;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const test = useTest(orgId);
  const { isPending, failure, send } = useSubmission();
  if (secret === null) return <CloseAction onClose={onDone} />;
  const tryIt = () =>
    send(async () => {
      const delivery = await test(webhookId);
      onDone();
      await navigate({ to: "/orgs/$orgId/webhooks", params: { orgId }, search: { open: webhookId, delivery } });
    });
  return (
    <>
      <Note tone="warn">
        <Trans>Copy the secret now. You won’t be able to see it again.</Trans>
      </Note>
      <SecretLine secret={secret} masked={`${secret.slice(0, 8)}…${secret.slice(-2)}`} what={t`secret`} />
      <p>
        <Trans>
          Your endpoint verifies each message with it, following{" "}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
            Standard Webhooks
          </a>
          . Libraries exist for most languages.
        </Trans>
      </p>
      <FormProblem failure={failure} />
      <Actions>
        <Button isPending={isPending} onPress={() => void tryIt()}>
          <Trans>Done, send a test message</Trans>
        </Button>
        <Button look="primary" onPress={onDone}>
          <Trans>Done</Trans>
        </Button>
      </Actions>
    </>
  );
}
