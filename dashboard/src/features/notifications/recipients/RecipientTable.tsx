// The recipients with their state, what they get, and for which sites.

import { Trans, useLingui } from "@lingui/react/macro";

import { ActionMenu, type Action } from "../../../ui/dialogs/ActionMenu";
import { Tag } from "../../../ui/page/page";
import { Table } from "../../../ui/tables/Table";
import { SitesSeen } from "../../shared/members/SitesField";
import styles from "../notifications.module.css";
import type { Recipient } from "../queries";
import type { RecipientAct } from "./RecipientActions";

type ActId = Exclude<RecipientAct["kind"], "create">;

function useActions(): (recipient: Recipient) => Action<ActId>[] {
  const { t } = useLingui();
  return ({ state }) => [
    ...(state === "confirmed" ? [] : [{ id: "ask" as const, words: t`Send the link again` }]),
    { id: "edit", words: t`Edit…` },
    { id: "delete", words: t`Remove…`, isBad: true },
  ];
}

export function RecipientTable({
  orgId,
  recipients,
  onAct,
}: {
  orgId: string;
  recipients: readonly Recipient[];
  onAct: (act: RecipientAct) => void;
}) {
  const { t } = useLingui();
  const actionsOf = useActions();
  return (
    <Table
      rows={recipients}
      idOf={({ id }) => id}
      columns={[
        {
          head: t`Recipient`,
          cellClass: styles.name,
          cell: (recipient) => (
            <>
              {recipient.email}
              <small>
                <Gets recipient={recipient} />
              </small>
            </>
          ),
        },
        {
          head: t`State`,
          kind: "text",
          cellClass: styles.title,
          cell: (recipient) => (
            <>
              <StateTag recipient={recipient} />
              {recipient.refusal === null ? null : <small>{recipient.refusal}</small>}
            </>
          ),
        },
        {
          head: t`Sites`,
          kind: "text",
          from: 640,
          cell: ({ siteIds }) => <SitesSeen orgId={orgId} siteIds={siteIds} />,
        },
        {
          kind: "menu",
          cell: (recipient) => (
            <ActionMenu
              label={t`Actions for ${recipient.email}`}
              actions={actionsOf(recipient)}
              onAction={(kind) => {
                onAct({ kind, recipient });
              }}
            />
          ),
        },
      ]}
    />
  );
}

function Gets({ recipient: { audience, weekly, monthly } }: { recipient: Recipient }) {
  const kinds =
    weekly && monthly ? <Trans>weekly and monthly</Trans> : weekly ? <Trans>weekly</Trans> : <Trans>monthly</Trans>;
  return (
    <>
      {audience === "client" ? <Trans>For clients</Trans> : <Trans>For the team</Trans>}, {kinds}
    </>
  );
}

function StateTag({ recipient }: { recipient: Recipient }) {
  const states = {
    pending: { tone: "calm", words: <Trans>Not confirmed yet</Trans> },
    confirmed: { tone: "good", words: <Trans>Gets reports</Trans> },
    refused: { tone: "bad", words: <Trans>Address refused an email</Trans> },
    unsubscribed: { tone: "calm", words: <Trans>Unsubscribed</Trans> },
  } as const;
  const { tone, words } = states[recipient.state];
  return <Tag tone={tone}>{words}</Tag>;
}
