// The webhooks with URL, events and state. A click on a row opens its deliveries.

import { Plural, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";

import { ActionMenu, type Action } from "../../ui/dialogs/ActionMenu";
import { Table } from "../../ui/tables/Table";
import table from "../../ui/tables/table.module.css";
import { useForms } from "../../words/forms";
import { sorted, wordsOf } from "../shared/events/event_words";
import type { Webhook } from "./queries";
import { StateTag } from "./StateTag";
import { shortAddress } from "./state";
import type { Act } from "./WebhookActions";
import styles from "./webhooks.module.css";

const EVENTS_IN_VIEW = 2;

type ActId = Exclude<Act["kind"], "create">;

/** The actions for a webhook, in the same order on every page. */
export function useWebhookActions(): (webhook: Webhook) => Action<ActId>[] {
  const { t } = useLingui();
  return ({ enabled }) => [
    ...(enabled ? [{ id: "test" as const, words: t`Send a test message` }] : []),
    { id: "edit", words: t`Edit…` },
    { id: "rotate", words: t`Rotate the secret…` },
    enabled ? { id: "disable", words: t`Disable…` } : { id: "enable", words: t`Enable` },
    { id: "delete", words: t`Delete…`, isBad: true },
  ];
}

export function WebhookTable({
  orgId,
  webhooks,
  onAct,
}: {
  orgId: string;
  webhooks: readonly Webhook[];
  onAct: (act: Act) => void;
}) {
  const { t, i18n } = useLingui();
  const forms = useForms();
  const actionsOf = useWebhookActions();
  const wordsIn = (events: Webhook["events"]) =>
    sorted(events).map((name) => {
      const known = wordsOf(name);
      return { name, text: known === null ? name : i18n._(known) };
    });
  const nameOf = ({ description, url }: Webhook) => (description === "" ? shortAddress(url) : description);
  return (
    <Table
      rows={webhooks}
      idOf={({ id }) => id}
      columns={[
        {
          head: t`URL`,
          cellClass: styles.address,
          cell: (webhook) => (
            <>
              <Link
                to="/orgs/$orgId/webhooks"
                params={{ orgId }}
                search={{ open: webhook.id }}
                resetScroll={false}
                className={table.cover}
              >
                {nameOf(webhook)}
              </Link>
              {webhook.description === "" ? null : <small>{shortAddress(webhook.url)}</small>}
            </>
          ),
        },
        {
          head: t`Events`,
          kind: "text",
          from: 640,
          title: ({ events }) =>
            wordsIn(events)
              .map(({ name, text }) => `${text} (${name})`)
              .join("\n"),
          cell: ({ events }) => (
            <>
              {wordsIn(events)
                .slice(0, EVENTS_IN_VIEW)
                .map(({ name, text }) => (
                  <span key={name} className={styles.event}>
                    {text} <code className={table.mono}>{name}</code>
                  </span>
                ))}
              {events.length > EVENTS_IN_VIEW ? (
                <small>
                  <Plural value={events.length - EVENTS_IN_VIEW} one="and # more" other="and # more" />
                </small>
              ) : null}
            </>
          ),
        },
        { head: t`State`, kind: "text", cell: (webhook) => <StateTag webhook={webhook} /> },
        { head: t`Created`, kind: "time", from: 640, cell: ({ createdAt }) => forms.date(createdAt) },
        {
          kind: "menu",
          cell: (webhook) => (
            <ActionMenu
              label={t`Actions for ${nameOf(webhook)}`}
              actions={actionsOf(webhook)}
              onAction={(kind) => {
                onAct({ kind, webhook });
              }}
            />
          ),
        },
      ]}
    />
  );
}
