// Shows a new key once, masked at first, with buttons to show and copy it. A command to try it is below.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Schemas } from "../../api/client";
import { useSites } from "../../shell/switchers/switchers";
import { Button } from "../../ui/elements/Button";
import { CodeLine, SecretLine } from "../../ui/elements/CodeLine";
import { CopyButton } from "../../ui/elements/CopyButton";
import { CloseAction } from "../../ui/dialogs/CloseAction";
import { Actions } from "../../ui/dialogs/Dialog";
import { Note } from "../../ui/page/page";
import { useForms, useClock } from "../../words/forms";
import { countsClicks, curlCommand, masked } from "./curl_command";
import styles from "./keys.module.css";
import { firstUseQuery } from "../shared/keys/queries";

const SECOND_MS = 1000;

export function CreatedKey({
  orgId,
  created,
  onDone,
}: {
  orgId: string;
  created: Schemas["CreatedApiKey"];
  onDone: () => void;
}) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const { data: sites = [] } = useSites(orgId);
  const { key, scopes } = created;
  if (key === null) return <CloseAction onClose={onDone} />;
  const siteId = created.siteIds?.[0] ?? sites[0]?.id ?? null;
  const wanted = { origin: location.origin, scopes, siteId };
  return (
    <>
      <Note tone="warn">
        <Trans>Copy it now. You won’t be able to see it again.</Trans>
      </Note>
      <SecretLine secret={key} masked={masked(key)} what={t`key`} onShow={setShown} />
      <div className={styles.try}>
        <span>
          <Trans>Try it</Trans>
        </span>
        <CodeLine acts={<CopyButton text={curlCommand({ ...wanted, key })} what="curl" isSmall={false} />}>
          <code>{curlCommand({ ...wanted, key: isShown ? key : masked(key) })}</code>
        </CodeLine>
        {countsClicks(wanted) ? (
          <p className={styles.difference}>
            <Trans>
              <code>aiClicks</code> counts clicks on assistants’ buttons. AI asks in the dashboard also include
              questions (<code>questionClicks</code>).
            </Trans>
          </p>
        ) : null}
      </div>
      <FirstUse orgId={orgId} keyId={created.id} />
      <Actions>
        <Button look="primary" onPress={onDone}>
          <Trans>Done</Trans>
        </Button>
      </Actions>
    </>
  );
}

function FirstUse({ orgId, keyId }: { orgId: string; keyId: string }) {
  const { data } = useQuery(firstUseQuery(orgId, keyId));
  const clock = useClock(SECOND_MS);
  const forms = useForms();
  const usedAt = data?.lastUsedAt;
  const isUsed = usedAt !== null && usedAt !== undefined;
  return (
    <p className={styles.light} role="status" {...(isUsed ? { "data-used": "" } : {})}>
      <i aria-hidden="true" />
      {isUsed ? <Trans>Used {forms.ago(usedAt, clock)}</Trans> : <Trans>Waiting for first use</Trans>}
    </p>
  );
}
