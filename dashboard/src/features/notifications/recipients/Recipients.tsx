// The recipients: addresses without an account that get reports, each with its state in words.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "../../../ui/elements/Button";
import { Loaded } from "../../../ui/loading/Loaded";
import { Card, Empty, Note } from "../../../ui/page/page";
import { mailQuery } from "../../shared/mail/queries";
import { recipientsQuery } from "../queries";
import { RecipientActions, type RecipientAct } from "./RecipientActions";
import { RecipientTable } from "./RecipientTable";

export function Recipients({ orgId }: { orgId: string }) {
  const { t } = useLingui();
  const [act, setAct] = useState<RecipientAct | null>(null);
  const list = useQuery(recipientsQuery(orgId));
  const isWithoutMail = useQuery(mailQuery(orgId)).data?.enabled === false;
  const add = isWithoutMail ? undefined : (
    <Button
      icon="plus"
      onPress={() => {
        setAct({ kind: "create" });
      }}
    >
      <Trans>Add recipient</Trans>
    </Button>
  );
  return (
    <Card title={t`Recipients of reports`} end={add}>
      {isWithoutMail ? (
        <Note tone="warn">
          <Trans>This instance sends no email. Ask its operator to set up a mail server.</Trans>
        </Note>
      ) : null}
      <Loaded
        query={list}
        empty={
          <Empty title={t`No recipients yet`}>
            <Trans>
              A recipient needs no account: a client, for example. Add an address; its owner gets a link, and reports
              after confirming it.
            </Trans>
          </Empty>
        }
      >
        {({ items }) => <RecipientTable orgId={orgId} recipients={items} onAct={setAct} />}
      </Loaded>
      {act === null ? null : (
        <RecipientActions
          orgId={orgId}
          act={act}
          onClose={() => {
            setAct(null);
          }}
        />
      )}
    </Card>
  );
}
